import { contestants } from '../contestants.mjs';

/* A bar chart as plain SVG. Its ground and its colours follow the reader's scheme together, so that it is always readable. */
const width = 760;
const left = 290;
const right = 60;
const barHeight = 18;
const step = 26;

const style = `
    text { font: 13px system-ui, sans-serif; fill: #24292f; }
    .ground { fill: #ffffff; }
    .title { font-weight: 600; font-size: 15px; }
    .note { fill: #57606a; font-size: 12px; }
    .bar { fill: #8c959f; }
    .own { fill: #0969da; }
    .base { stroke: #57606a; stroke-dasharray: 3 3; }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3; }
      .ground { fill: #0d1117; }
      .note { fill: #9198a1; }
      .bar { fill: #656c76; }
      .own { fill: #4493f8; }
      .base { stroke: #9198a1; }
    }`;

const escape = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

const bar = ({ contestant, label, ratio }, index, scale) => {
  const y = index * step;
  const { checks } = contestants[contestant];
  const kind = contestant.startsWith('pagewalk') ? 'bar own' : 'bar';
  const length = (ratio * scale).toFixed(1);
  return [
    `    <text x="${left - 10}" y="${y + 14}" text-anchor="end">${escape(label)}${checks === 'nothing' ? '' : ' ✓'}</text>`,
    `    <rect class="${kind}" x="${left}" y="${y}" width="${length}" height="${barHeight}" rx="2" />`,
    `    <text x="${(left + Number(length) + 6).toFixed(1)}" y="${y + 14}">${ratio.toFixed(2)}</text>`,
  ];
};

const chart = ({ title, rows }, top) => {
  const sorted = [...rows].sort((a, b) => a.ratio - b.ratio);
  const scale = (width - left - right) / Math.max(...sorted.map(({ ratio }) => ratio));
  const height = sorted.length * step;
  const x = (left + scale).toFixed(1);
  return {
    height: height + 60,
    lines: [
      `  <text class="title" x="16" y="${top + 18}">${escape(title)}</text>`,
      `  <g transform="translate(0 ${top + 34})">`,
      `    <line class="base" x1="${x}" y1="-4" x2="${x}" y2="${height - 4}" />`,
      ...sorted.flatMap((row, index) => bar(row, index, scale)),
      '  </g>',
    ],
  };
};

/** Draws races one below the other: time relative to the bare axios loop, shorter is better. */
export const plot = (results) => {
  let top = 10;
  const lines = [];
  for (const result of results) {
    const drawn = chart(result, top);
    lines.push(...drawn.lines);
    top += drawn.height;
  }
  const note = 'time relative to the bare axios loop (1.00), shorter is better; ✓ checks every object';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top + 24}" viewBox="0 0 ${width} ${top + 24}" role="img">`,
    `  <title>Pagewalk and its peers: ${note}</title>`,
    `  <style>${style}\n  </style>`,
    `  <rect class="ground" width="${width}" height="${top + 24}" rx="6" />`,
    ...lines,
    `  <text class="note" x="16" y="${top + 4}">${note}</text>`,
    '</svg>',
    '',
  ].join('\n');
};
