const grid = { width: 8.4, height: 20, padding: 16 };

export const colours = {
  background: '#16181d',
  text: '#d7dae0',
  prompt: '#7fbf7f',
  note: '#9aa4b2',
  warning: '#d7a65f',
};

const escaped = (text) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

const drawText = (text, row, fill, column = 0) => {
  const x = grid.padding + column * grid.width;
  const y = grid.padding + (row + 0.75) * grid.height;
  return `<text x="${x.toFixed(1)}" y="${y}" fill="${fill}" textLength="${(text.length * grid.width).toFixed(1)}">${escaped(text)}</text>`;
};

/** Draws the lines of a terminal as an SVG; `colourOf` says what colour a line has that was not typed. */
export const draw = ({ title, columns, lines, colourOf }) => {
  const drawLine = ({ text, isTyped }, row) => {
    if (text === '') return '';
    if (isTyped) return drawText('$', row, colours.prompt) + drawText(text, row, colours.text, 2);
    return drawText(text, row, colourOf(text));
  };
  const [width, height] = [
    Math.ceil(columns * grid.width + 2 * grid.padding),
    lines.length * grid.height + 2 * grid.padding,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    '  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">',
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${colours.background}"/>`,
    ...lines.map(drawLine).filter((line) => line !== ''),
    '</svg>',
    '',
  ].join('\n');
};
