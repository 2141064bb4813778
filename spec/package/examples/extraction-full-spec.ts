import { expect } from 'chai';
import { examplesIn, expectedLogs, moduleOf, uncheckedBlocks } from './examples';

const markdown = `# Title

\`\`\`sh
npm install pagewalk
\`\`\`

\`\`\`ts
const a = 1;

  const b = 2;
\`\`\`

- In a list:

  \`\`\`ts no-run
  const c = 3;
  \`\`\`
`;

const source = `import { x } from './x';

/**
 * A sentence.
 *
 * @example
 * \`\`\`ts
 * const a = 1;
 *
 *   const b = async () => await a;
 * \`\`\`
 *
 * @since 0.1.0
 */
export const text = \`
\`\`\`ts
const noExample = 1;
\`\`\`
\`;
`;

describe('the extraction of examples', () => {
  it('finds the blocks of a Markdown file', () => {
    const origin = 'docs/guide/a.md';
    expect(examplesIn(origin, markdown)).to.deep.equal([
      {
        origin,
        line: 8,
        file: 'docs-guide-a-1.mts',
        code: 'const a = 1;\n\n  const b = 2;',
        isRun: true,
      },
      { origin, line: 16, file: 'docs-guide-a-2.mts', code: 'const c = 3;', isRun: false },
    ]);
  });

  it('finds the blocks of the doc comments of a source, and no other, and keeps the numbers of their lines', () => {
    const code = 'const a = 1;\n\n  const b = async () => await a;';
    const example = { origin: 'src/walk/a.ts', line: 8, file: 'walk-a-1.mts', code, isRun: true };
    expect(examplesIn('src/walk/a.ts', source)).to.deep.equal([example]);
    expect(moduleOf(example).split('\n')[7]).to.equal('const a = 1;');
  });

  it('sees the blocks that would go unchecked', () => {
    const text = ['ts', 'ts no-run', 'typescript', 'js', 'ts norun', 'TS', 'tsx', 'json', 'sh'].map(
      (info) => `\`\`\`${info}\n\`\`\``,
    );
    expect(uncheckedBlocks('a.md', text.join('\n'))).to.deep.equal([
      'a.md:5: fenced as typescript',
      'a.md:7: fenced as js',
      'a.md:9: fenced as ts norun',
      'a.md:11: fenced as TS',
      'a.md:13: fenced as tsx',
    ]);
  });

  it('reads the expected logs', () => {
    expect(expectedLogs('run();\n// Logs:\n// a\n//   b\n//\n// c\n\n// no log')).to.equal(
      'a\n  b\n\nc\n',
    );
    expect(expectedLogs('  // Logs:\n  // a\nnext();\n// Logs:\n// b')).to.equal('a\nb\n');
    expect(expectedLogs('run();\n// Logs:')).to.equal('');
    expect(expectedLogs('run(); // a')).to.equal(undefined);
  });
});
