/**
 * Puts new text between the marks of a document, `<!-- bench:name -->` and `<!-- /bench:name -->`. A mark whose name is
 * not among the texts keeps what it has, and so does everything outside the marks.
 */
export const rewriteBlocks = (document, texts) =>
  Object.entries(texts).reduce((rewritten, [name, text]) => {
    const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
    const from = rewritten.indexOf(open);
    const to = rewritten.indexOf(close);
    if (from < 0 || to < from) return rewritten;
    return `${rewritten.slice(0, from + open.length)}\n\n${text.trim()}\n\n${rewritten.slice(to)}`;
  }, document);
