import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import type { Script } from './Script';
import type { Leg } from './session';

/** The most that a valve may hold (law 4): its mark, and what one page brings; with a page ahead, two. */
const mostHeld = ({ api, pageSize, readAhead, highWaterMark = 0 }: Script): number =>
  highWaterMark + (api === 'pages' ? 1 : pageSize) * (1 + readAhead);

const texts = (values: ReadonlyArray<{ readonly text: string }>): ReadonlyArray<string> =>
  values.map(({ text }) => text);

/** Holds one walk against the model: what was seen, where one may go on, and how many requests that cost. */
export const judgeLeg = (script: Script, leg: Leg): void => {
  const { values, prediction, isOver, before, after, events, stop } = leg;
  const isWhole = isOver || values.at(-1)?.isEnd === true;
  const expected = isWhole ? prediction.values : prediction.values.slice(0, values.length);
  const requests = after.requests - before.requests;
  expect(texts(values)).to.deep.equal(texts(expected));

  if (isWhole) {
    expect(events).to.deep.equal(prediction.counts);
    expect(requests, 'requests').to.equal(prediction.counts.request);
  } else {
    expect(requests, 'requests').to.be.at.most(prediction.counts.request);
  }
  // A value that is taken costs the requests that brought it and no other (law 3).
  const isExact = script.readAhead === 0 && script.highWaterMark === undefined;
  if (!isWhole && isExact && stop !== undefined && 'after' in stop) {
    expect(requests, 'requests').to.equal(expected.at(-1)?.requests);
  }

  for (const [index, { token, isEnd }] of values.entries()) {
    if (!isEnd && script.api === 'objects') continue;
    expect(O.isSome(token), 'a place to go on').to.equal(expected[index]?.next !== undefined);
  }
  expect(leg.mostHeld, 'held').to.be.at.most(mostHeld(script));
  expect(leg.late, 'requests that nobody asked for').to.equal(0);
};
