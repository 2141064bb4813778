import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { take } from 'rxjs';
import {
  axiosTransport,
  bearer,
  createClient,
  listObjects,
  PageToken,
  resumeFrom,
  searchObjects,
} from '../../../src/index';
import { rightOf } from '../../support/sides';

/**
 * A process that walks some pages: it goes on from the token in a file, if there is one, and leaves the token of the
 * page after its last one there. It prints the ids that it read, and how it ended.
 */
const [, , file = '', kind = '', url = '', token = '', pages = '0'] = process.argv;

const pageToken = existsSync(file) ? rightOf(PageToken.decode(readFileSync(file, 'utf8'))) : undefined;

const client = createClient({ transport: axiosTransport({ baseURL: url }), auth: bearer(token), retry: false });

const common = { objectType: 'thing', pageToken };
const walk =
  kind === 'list'
    ? client.pages(listObjects, { ontologyRid: 'ri.ontology.main', snapshot: true, ...common })
    : client.pages(searchObjects, { apiFamily: 'demo', query: { type: 'empty' }, ...common });

const leave = (next: O.Option<PageToken>): void => {
  if (O.isSome(next)) writeFileSync(file, next.value);
  else rmSync(file, { force: true });
};

const read: Array<unknown> = [];
let end = 'done';

const stopped = Number(pages) > 0 ? walk.pipe(take(Number(pages))) : walk;

stopped.subscribe({
  next: (result) => {
    if (E.isRight(result)) {
      read.push(...result.right.data.map((object) => rightOf(object).properties.id));
      leave(result.right.nextPageToken);
      return;
    }
    end = result.left._tag;
    const place = resumeFrom(result.left);
    leave(O.isSome(place) ? O.some(place.value.pageToken) : O.none);
  },
  complete: () => process.stdout.write(JSON.stringify({ end, read })),
});
