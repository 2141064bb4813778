// What runs, and how far it is. A process that runs inside another says `::progress …` and `::failed …` on its standard output,
// and the outer one shows it. On a terminal the last line moves; elsewhere only failures and what has ended are shown.
import process from 'node:process';

const isInside = process.env.PAGEWALK_INSIDE === '1';
const isTerminal = process.stdout.isTTY === true && !isInside;

/** The environment of a process whose lines are read with `linesOf`. */
export const inside = { ...process.env, PAGEWALK_INSIDE: '1' };

const wipe = () => (isTerminal ? '\r\u001b[K' : '');
let moving = '';

/** Shows a line that stays. */
export const say = (text) => process.stdout.write(`${wipe()}${text}\n${isTerminal ? moving : ''}`);

/** Shows how far it is: the line that moves. */
export const showProgress = (text) => {
  if (isInside) return say(`::progress ${text}`);
  moving = text.slice(0, (process.stdout.columns ?? 80) - 1);
  if (isTerminal) process.stdout.write(wipe() + moving);
};

/** Shows a failure when it comes. */
export const showFailure = (text) =>
  say(isInside ? `::failed ${text}` : `FAILED ${text.slice(0, 500)}`);

/** Gives each line of a process to the handler of its event (`::event text`), and keeps all others; the result is what was kept. */
export const linesOf = (child, handlers) => {
  const kept = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    const take = (line) => {
      const [, event, text] = /^::(\w+) (.*)/.exec(line) ?? [];
      const handle = event === undefined ? undefined : handlers[event];
      if (handle === undefined) kept.push(line);
      else handle(text);
    };
    stream.setEncoding('utf8').on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop();
      lines.forEach(take);
    });
    stream.on('end', () => rest !== '' && take(rest));
  }
  return () => kept.map((line) => `${line}\n`).join('');
};
