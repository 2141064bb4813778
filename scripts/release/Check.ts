/** A file of the packed package. */
export interface PackedFile {
  /** Its path in the package. */
  readonly path: string;
  readonly size: number;
  readonly text: string;
}

/** What was looked at before a release, and what speaks against it. */
export interface Check {
  readonly name: string;
  /** One sentence for each thing that is wrong; none where it may be released. */
  readonly problems: ReadonlyArray<string>;
  /** What was found, to be read where nothing is wrong. */
  readonly found?: string;
}

/** A number as it is read in English: 1,234. */
export const counted = (count: number): string => count.toLocaleString('en-US');

const shown = 10;

/** One line for a check that holds; one more for each problem of one that does not, ten at most. */
export const lines = ({ name, problems, found = '' }: Check): ReadonlyArray<string> => {
  if (problems.length === 0) return [`ok      ${name.padEnd(11)} ${found}`.trimEnd()];
  const [first = '', ...others] = problems.slice(0, shown);
  const rest = problems.length - shown;
  return [
    `failed  ${name.padEnd(11)} ${first}`,
    ...[...others, ...(rest > 0 ? [`and ${counted(rest)} more`] : [])].map(
      (problem) => `${' '.repeat(20)}${problem}`,
    ),
  ];
};

/** What is printed of all checks, and the code that the process ends with. */
export const report = (
  checks: ReadonlyArray<Check>,
): { readonly text: string; readonly code: 0 | 1 } => {
  const failed = checks.filter(({ problems }) => problems.length > 0).length;
  const end =
    failed === 0
      ? `all ${checks.length} checks hold: this may be released`
      : `${failed} of ${checks.length} checks failed: this may not be released`;
  return { text: [...checks.flatMap(lines), '', end, ''].join('\n'), code: failed === 0 ? 0 : 1 };
};
