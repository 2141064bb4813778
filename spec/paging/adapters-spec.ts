import '@angular/compiler';
import { walking as walkedBy } from '../angular/support/lists';
import { expect } from 'chai';
import * as t from 'io-ts';
import { map, type Observable } from 'rxjs';
import { walkResource } from '../../src/angular/walkResource';
import { createClient } from '../../src/client/createClient';
import { toReadable } from '../../src/node/toReadable';
import { toReadableStream } from '../../src/walk/streams/toReadableStream';
import type { Demand } from '../../src/walk/Demand';
import { orThrow } from '../../src/walk/values/orThrow';
import { application, stable } from '../angular/support/angular';
import { all, count, schemes, serve, size, thingOf, thingsBy } from './support/schemes';

const everything = all.map(({ id }) => id);
const pages = Math.ceil(count / size);

/** The rest of the table of schemes: what stands between a walk and its reader knows nothing of schemes either. */
for (const scheme of schemes) {
  describe(`${scheme.name}: the same in every adapter (law 25)`, () => {
    const walking = () => {
      const { transport, requests } = serve(scheme);
      const client = createClient({ transport, retry: false });
      const objects = (start: object = {}) =>
        client.objects(scheme.endpoint, {
          ...thingsBy(scheme.endpoint, t.type({ id: t.number, name: t.string })),
          ...start,
        });
      const ids = (valve: Demand): Observable<number> =>
        objects({ valve }).pipe(
          orThrow(),
          map((object) => thingOf(object).id),
        );
      return { objects, ids, requests };
    };

    it('a web stream brings the same', async () => {
      const { ids } = walking();
      const read: Array<number> = [];
      const reader = toReadableStream(ids).getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) read.push(next.value);
      expect(read).to.deep.equal(everything);
    });

    it('a Node stream brings the same', async () => {
      expect(await toReadable(walking().ids).toArray()).to.deep.equal(everything);
    });

    it('an Angular list grows by a page at a time, to the same', async () => {
      const { objects, requests } = walking();
      const list = application().run(() => walkResource({ ...walkedBy(objects), key: (object) => thingOf(object).id }));
      await stable();
      expect(requests).to.have.lengthOf(1);
      for (let page = 1; page < pages; page += 1) {
        list.loadMore();
        await stable();
      }
      expect(list.value().map((object) => thingOf(object).id)).to.deep.equal(everything);
      expect([list.status(), requests.length]).to.deep.equal(['end', pages]);
    });
  });
}
