import { expect } from 'chai';
import { asyncScheduler, BehaviorSubject } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import {
  bearer,
  createClient,
  polite,
  type PoliteState,
  recordWalks,
  retryExpired,
} from '../../src/index';
import { answer, list, ok, pagesOf, scriptedTransport } from '../support/scriptedTransport';

const record = { properties: {} };

type Line = Readonly<Record<string, unknown>>;

describe('recordWalks', () => {
  it('writes each event as a line of JSON, with the moment in which it happened', () => {
    const lines: Array<string> = [];
    new TestScheduler(() => undefined).run(({ cold }) => {
      const { transport } = scriptedTransport(cold('--(a|)', { a: ok({ data: [record] }) }));
      const client = createClient({ transport });
      recordWalks(client).subscribe((line) => lines.push(line));
      asyncScheduler.schedule(() => client.list({ ...list, label: 'nightly' }).subscribe(), 100);
    });
    expect(lines).to.deep.equal([
      '{"at":100,"walk":1,"endpoint":"listObjects","label":"nightly","type":"request","page":0,"attempt":1}',
      '{"at":102,"walk":1,"endpoint":"listObjects","label":"nightly","type":"page","page":0,"objects":1,"ms":2}',
      '{"at":102,"walk":1,"endpoint":"listObjects","label":"nightly","type":"end","pages":1,"objects":1}',
    ]);
    expect(lines.join('')).to.not.include('\n');
  });

  it('14. writes no credential, no page token, and nothing of what a service says in parameters', () => {
    const lines: Array<string> = [];
    const echo = { pageToken: 'tok-1', credential: 'secret', note: 'of-the-service' };
    const { transport } = scriptedTransport(
      ok({ data: [record], nextPageToken: 'tok-1' }),
      answer(400, { errorName: 'InvalidPageToken', parameters: echo }),
      answer(403, { errorName: 'Denied secret', parameters: echo }),
    );
    const client = createClient({ transport, auth: bearer('secret') });
    recordWalks(client).subscribe((line) => lines.push(line));
    client
      .list(list)
      .pipe(retryExpired({ key: () => 1 }))
      .subscribe();
    const types = lines.map((line) => (JSON.parse(line) as Line).type);
    expect(types).to.deep.equal(['request', 'page', 'request', 'end', 'restart', 'request', 'end']);
    expect(lines.join('\n'))
      .to.include('InvalidPageToken')
      .and.not.match(/tok-1|secret|of-the-service/);
  });

  it('writes an event whose parameters JSON cannot hold', () => {
    const lines: Array<string> = [];
    const { transport } = scriptedTransport(answer(400, {}));
    const client = createClient({
      transport,
      classify: () => ({ _tag: 'HttpFailure', status: 400, parameters: { n: 1n } }),
    });
    recordWalks(client).subscribe((line) => lines.push(line));
    client.list(list).subscribe();
    expect(lines.map((line) => (JSON.parse(line) as Line).type)).to.deep.equal(['request', 'end']);
  });

  it('writes the state of a polite beside the events', () => {
    const lines: Array<string> = [];
    const states = new BehaviorSubject<PoliteState>({ waiting: 3, inFlight: 2, heldUntil: 9 });
    const state = Object.assign(polite({}), { state: states });
    const { transport } = scriptedTransport(...pagesOf([[record]]));
    const client = createClient({ transport });
    const recording = recordWalks(client, { polite: state }).subscribe((line) => lines.push(line));
    client.list(list).subscribe();
    expect(lines.map((line) => (JSON.parse(line) as Line).type)).to.deep.equal([
      'polite',
      'request',
      'page',
      'end',
    ]);
    expect(JSON.parse(lines[0] ?? '')).to.deep.include({
      type: 'polite',
      waiting: 3,
      inFlight: 2,
      heldUntil: 9,
    });
    recording.unsubscribe();
    expect(states.observed).to.equal(false);
  });
});
