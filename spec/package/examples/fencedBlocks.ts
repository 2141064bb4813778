/** A fenced block of a text. */
export interface FencedBlock {
  /** The number of its first line of code. */
  readonly line: number;
  /** What stands behind the fence: `ts`, `ts no-run`, `sh`. */
  readonly info: string;
  readonly code: string;
}

/** The fenced blocks of a Markdown text; the indent of a fence is no part of the code. */
export const fencedBlocks = (text: string): ReadonlyArray<FencedBlock> => {
  const lines = text.split('\n');
  const found: Array<FencedBlock> = [];
  for (let start = 0; start < lines.length; start++) {
    const [, indent = '', fence, info = ''] = /^( *)(`{3,})(.*)$/.exec(lines[start] ?? '') ?? [];
    if (fence === undefined) continue;
    const length = lines.slice(start + 1).findIndex((line) => line.trim() === fence);
    const block = lines.slice(start + 1, length < 0 ? undefined : start + 1 + length);
    const code = block.map((line) => line.slice(indent.length)).join('\n');
    found.push({ line: start + 2, info: info.trim(), code });
    start += block.length + 1;
  }
  return found;
};

/** The text of the doc comments of a source, every line of it at its place, and nothing else. */
export const docComments = (source: string): string => {
  const lines = source.split('\n').map(() => '');
  for (const { 0: comment, index } of source.matchAll(/^[ \t]*\/\*\*[^]*?\*\//gm)) {
    const first = source.slice(0, index).split('\n').length - 1;
    for (const [offset, line] of comment.split('\n').entries())
      lines[first + offset] = line.replace(/^\s*\/?\*+ ?/, '');
  }
  return lines.join('\n');
};
