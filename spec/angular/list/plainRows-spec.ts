import '@angular/compiler';
import { listOver, scrolledOver } from '../support/lists';
import type { WalkList } from '../../../src/angular/WalkList';
import { expect } from 'chai';
import { Subject } from 'rxjs';
import type { ListRange } from '@angular/cdk/collections';
import { ok, pagesOf, scriptedTransport, type ScriptedTransport } from '../../support/scriptedTransport';
import { application } from '../support/angular';
import { type Employee, employee, employees, idsOf, key, pagesOfEmployees, sourceOver } from '../support/employees';
import { isCollected } from '../support/isCollected';
import { settled } from '../support/until';

const mixed = () => scriptedTransport(...pagesOf([[employee(0), employee('no number'), employee(2)], employees(3, 5)]));

/** Every kind of list, with its first page on its way. */
const kinds: Readonly<Record<string, (script: ScriptedTransport, keyed?: boolean) => WalkList<Employee>>> = {
  'walkResource with one walk': (script, keyed = true) =>
    application().run(() => listOver(sourceOver(script), keyed ? { key } : {})),
  walkDataSource: (script, keyed = true) => {
    const list = application().run(() => scrolledOver(sourceOver(script), { rowsAhead: 0, ...(keyed && { key }) }));
    list.connect({ viewChange: new Subject<ListRange>() }).subscribe();
    return list;
  },
};

describe('plain rows', () => {
  for (const [name, listOver] of Object.entries(kinds)) {
    it(`of ${name} are the valid objects; the invalid ones stand apart, and do not count for it`, async () => {
      const list = listOver(mixed());
      expect([list.value(), list.invalid(), list.status() !== 'end']).to.deep.equal([[], [], true]);
      expect(list.status() === 'loading').to.equal(name === 'walkResource with one walk');
      await settled();
      expect(list.value().map(key)).to.deep.equal([0, 2]);
      expect(list.invalid().map(({ index }) => index)).to.deep.equal([1]);
      expect(idsOf(list.value())).to.deep.equal([0, 2]);
      expect([list.status() === 'loading', list.status() !== 'end', list.error()]).to.deep.equal([
        false,
        true,
        undefined,
      ]);
      expect(list.progress()).to.deep.equal({ pages: 1, objects: 3 });
    });

    it(`of ${name} know how many objects there are where the service says so, and take no nonsense for it`, async () => {
      const total = async (totalCount: unknown): Promise<number | undefined> => {
        const list = listOver(scriptedTransport(ok({ data: employees(0, 2), totalCount })));
        await settled();
        return list.progress().total;
      };
      expect(await total(98_000)).to.equal(98_000);
      for (const nonsense of [1, -1, 2.5, '98000', null, {}]) {
        expect(await total(nonsense), JSON.stringify(nonsense)).to.equal(undefined);
      }
    });
  }

  it('of walkDataSource are a data source of their own, for which invalid objects do not count', async () => {
    const bad = [employee('no'), employee('number')];
    const script = scriptedTransport(...pagesOf([employees(0, 2), bad, bad, employees(2, 4), employees(4, 6)]));
    const list = application().run(() => scrolledOver(sourceOver(script), { rowsAhead: 1, key }));
    const viewChange = new Subject<ListRange>();
    const shown: Array<ReadonlyArray<number>> = [];
    list.connect({ viewChange }).subscribe((objects) => shown.push(objects.map(key)));
    await settled();
    expect(script.requests).to.have.lengthOf(1);
    viewChange.next({ start: 0, end: 2 });
    await settled();
    // Two pages of invalid objects do not stop a viewport that sees none of them.
    expect(script.requests).to.have.lengthOf(4);
    expect(shown.at(-1)).to.deep.equal([0, 1, 2, 3]);
    expect(list.status()).to.equal('idle');
    expect(list.invalid()).to.have.lengthOf(4);
  });

  it('are let go with their walk: after a restart nothing of it is held', async () => {
    const script = scriptedTransport(...pagesOf(pagesOfEmployees(1, 3)), ok({ data: [] }));
    const list = application().run(() => listOver(sourceOver(script), { key }));
    await settled();
    const held = (() => {
      const [object] = list.value();
      const [row] = list.value();
      return [object, row].map((value) => new WeakRef(value ?? {}));
    })();
    list.reload({ clear: true });
    await settled();
    expect(await Promise.all(held.map(isCollected))).to.deep.equal([true, true]);
    expect(list.status()).to.equal('end');
  });
});
