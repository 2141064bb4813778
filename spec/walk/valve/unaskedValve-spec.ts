import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** What a program prints on standard error in a process of its own: the notice comes once in each. */
const warnings = (program: string, environment: string): string => {
  const source = `
    const { NEVER, range } = require('rxjs');
    const { withValve } = require(${JSON.stringify(resolve('src/walk/valve/withValve.ts'))});
    const { toAsyncIterable } = require(${JSON.stringify(resolve('src/walk/streams/toAsyncIterable.ts'))});
    console.warn = (text) => console.log(text);
    ${program}`;
  const options = { env: { ...process.env, NODE_ENV: environment }, encoding: 'utf8' } as const;
  return execFileSync(process.execPath, ['--require', 'tsx/cjs', '-e', source], options);
};

const forgotten = (count: number): string =>
  `withValve({ highWaterMark: 10 }, (valve) => range(0, ${count}).pipe(valve.mergeMap(() => NEVER, 1))).subscribe();`;

describe('a valve that no walk was given', () => {
  it('is told of, once, when it holds far more than its mark', () => {
    const told = warnings(forgotten(5_000) + forgotten(5_000), 'development');
    expect(told.match(/Pagewalk: a valve holds 1101 objects/g)).to.have.length(1);
    expect(told).to.include('client.list({ …, valve })');
  });

  it('is told of, once, where the callback of a stream does not take it', () => {
    const program = 'toAsyncIterable(() => NEVER).next(); toAsyncIterable(() => NEVER).next();';
    const told = warnings(program, 'development');
    expect(told.match(/Pagewalk: a callback takes no valve/g)).to.have.length(1);
    expect(told).to.include('(valve) => client.objects(endpoint, { …, valve })');
    expect(warnings(program, 'production')).to.equal('');
    expect(warnings('toAsyncIterable((valve) => NEVER).next();', 'development')).to.equal('');
  });

  it('is not told of in production, nor when it holds little', () => {
    expect(warnings(forgotten(5_000), 'production')).to.equal('');
    expect(warnings(forgotten(1_100), 'development')).to.equal('');
  });

  it('is not one that somebody waits for', () => {
    const given = `withValve({ highWaterMark: 10 }, (valve) => {
      valve.ready.subscribe();
      return range(0, 5_000).pipe(valve.mergeMap(() => NEVER, 1));
    }).subscribe();`;
    expect(warnings(given, 'development')).to.equal('');
  });
});
