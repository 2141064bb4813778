import { expect } from 'chai';
import type { Script } from './Script';
import type { Stage } from './Stage';

/** The credential that each request must carry: a good one is kept, and for one that is refused there is one new one. */
const credentialsOf = ({ troubles }: Script, requests: number): ReadonlyArray<number> => {
  let serial = 1;
  return Array.from({ length: requests }, (_, index) => (troubles[index] === 'refused' ? serial++ : serial));
};

/** What must hold of all requests of a run, whatever came of them. */
export const judgeRequests = (script: Script, { requests, mostAtOnce }: Stage): void => {
  expect(mostAtOnce(), 'requests at once').to.be.at.most(1);
  // Law 2: apart from the page token every request of a run is the first one.
  expect(new Set(requests.map(({ rest }) => rest))).to.have.property('size', 1);

  // Law 12. Of a refusal that nobody stayed to hear there is no new credential.
  const credentials = requests.map(({ credential }) => Number(credential));
  const expected = credentialsOf(script, requests.length);
  if (script.stops.length === 0) expect(credentials).to.deep.equal(expected);
  for (const [index, credential] of credentials.entries()) {
    const before = credentials[index - 1] ?? 1;
    const isSame = script.troubles[index - 1] !== 'refused';
    expect(credential, 'credential').to.be.within(before, isSame ? before : before + 1);
  }
};
