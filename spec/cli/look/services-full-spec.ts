import { expect } from 'chai';
import { withServer } from '../../support/withServer';
import { runCommand } from '../support/runCommand';
import { all, type PublicShape, services } from './support/services';

/** `honest`: nothing was printed, what was printed is called a guess, or it says where the walk may not end. */
type Outcome = 'right' | 'honest' | 'wrong';

interface Row {
  readonly name: string;
  readonly outcome: Outcome;
  readonly isGuess: boolean;
  readonly requests: number;
  readonly line: string;
}

const wordsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.trim().matchAll(/'([^']*)'|(\S+)/g), ([, inner, word]) => inner ?? word ?? '');

const ids = (lines: string): ReadonlyArray<unknown> =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly id: unknown }).id);

const truth = all.map(({ id }) => id);

/** Looks at a service, and walks what is printed to its end. */
const lookAt = async ({ name, address, reply }: PublicShape): Promise<Row> => {
  const asked: Array<string> = [];
  let row: Row | undefined;
  await withServer(
    ({ url = '', headers }, response) => {
      asked.push(url);
      const origin = `http://${headers.host}`;
      const { pathname, searchParams } = new URL(url, origin);
      const said = reply({ query: searchParams, origin, path: pathname });
      response.writeHead(said.status ?? 200, {
        'content-type': 'application/json',
        ...said.headers,
      });
      response.end(JSON.stringify(said.body));
    },
    async (url) => {
      const { stdout, stderr } = await runCommand(['walk', `${url}${address}`]);
      const requests = asked.length - 1;
      const isGuess = /is a guess|are a guess|may not be/.test(stderr);
      const walked =
        stdout === ''
          ? undefined
          : await runCommand(['walk', `${url}${address}`, ...wordsOf(stdout)]);
      const isRight =
        walked?.code === 0 && JSON.stringify(ids(walked.stdout)) === JSON.stringify(truth);
      const isSaid = isGuess || stderr.includes('if the last page has one, too, add --until-empty');
      const outcome = isRight ? 'right' : isSaid || walked === undefined ? 'honest' : 'wrong';
      row = { name, outcome, isGuess, requests, line: stdout.trim() };
    },
  );
  if (row === undefined) throw new Error(`${name} was not looked at`);
  return row;
};

describe('what walk prints for public services', () => {
  const rows: Array<Row> = [];

  for (const shape of services)
    it(`is right, or called a guess: ${shape.name}`, async () => {
      const row = await lookAt(shape);
      rows.push(row);
      expect(row.outcome, row.line).to.not.equal('wrong');
      expect(row.requests).to.be.within(0, 4);
    });

  it('is right for all but four of them, with about one request beside the first', () => {
    const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome);
    const guesses = of('right').filter(({ isGuess }) => isGuess);
    const mean = rows.reduce((sum, { requests }) => sum + requests, 0) / rows.length;
    const others = rows.filter(({ outcome, isGuess }) => outcome !== 'right' || isGuess);
    process.stdout.write(
      [
        `      services ${rows.length}, right ${of('right').length} (${guesses.length} called a guess), honest ${of('honest').length}, wrong ${of('wrong').length}, ${mean.toFixed(2)} requests beside the first`,
        ...others.map(
          ({ name, outcome, requests, line }) => `      ${outcome}: ${name} (${requests}) ${line}`,
        ),
        '',
      ].join('\n'),
    );
    expect(rows).to.have.length(services.length);
    expect(of('wrong')).to.deep.equal([]);
    expect(of('right').length).to.be.at.least(services.length - 4);
    expect(mean).to.be.below(1.5);
  });
});
