import '@angular/compiler';
import type { ListRange } from '@angular/cdk/collections';
import { listOver, scrolledOver } from '../support/lists';
import { type WalkDataSource, walkDataSource } from '../../../src/angular/walkDataSource';
import type { WalkList } from '../../../src/angular/WalkList';
import { expect } from 'chai';
import { Subject } from 'rxjs';
import { type WalkResource, walkResource } from '../../../src/angular/walkResource';
import { answer, ok, type ScriptedTransport, scriptedTransport } from '../../support/scriptedTransport';
import { application, rendered } from '../support/angular';
import { type Employee, employees, key, sourceOver } from '../support/employees';
import { settled } from '../support/until';

interface Asked {
  readonly list: WalkList<Employee>;
  /** Asks for more as people do: with a button, or by scrolling. */
  readonly more: () => void;
}

const scrolled = (list: WalkDataSource<Employee>): Asked => {
  const viewChange = new Subject<ListRange>();
  list.connect({ viewChange }).subscribe();
  let end = 0;
  return {
    list,
    more: () => {
      viewChange.next({ start: 0, end: (end += 2) });
    },
  };
};

const clicked = (list: WalkResource<Employee>): Asked => ({
  list,
  more: () => {
    list.loadMore();
  },
});

const kinds: Readonly<Record<string, (script: ScriptedTransport) => Asked>> = {
  'walkResource with one walk': (script) => clicked(listOver(sourceOver(script), { key })),
  walkResource: (script) => clicked(walkResource({ stream: ({ pace }) => sourceOver(script)(pace), key })),
  walkDataSource: (script) => scrolled(scrolledOver(sourceOver(script), { key, highWaterMark: 0 })),
  'walkDataSource with params': (script) =>
    scrolled(walkDataSource({ stream: ({ pace }) => sourceOver(script)(pace), key, highWaterMark: 0 })),
};

const ends = {
  'the limit of the service': answer(400, { errorName: 'ObjectsExceededLimit' }),
  'the last page': ok({ data: employees(2, 4) }),
};

describe('a list that has come to its end', () => {
  for (const [name, make] of Object.entries(kinds)) {
    for (const [what, last] of Object.entries(ends)) {
      it(`at ${what}: retry and asking for more send nothing (${name})`, async () => {
        const script = scriptedTransport(ok({ data: employees(0, 2), nextPageToken: 't' }), last);
        const { list, more } = application().run(() => make(script));
        await rendered();
        more();
        await settled();
        const before = [list.status(), list.value().length, list.status() !== 'end', script.requests.length];
        expect(before.slice(2)).to.deep.equal([false, 2]);
        for (let turn = 0; turn < 3; turn += 1) {
          list.retry();
          more();
          await settled();
        }
        expect([list.status(), list.value().length, list.status() !== 'end', script.requests.length]).to.deep.equal(
          before,
        );
      });
    }
  }
});
