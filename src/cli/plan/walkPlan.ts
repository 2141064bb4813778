import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { createHash } from 'node:crypto';
import * as t from 'io-ts';
import { map } from 'rxjs';
import type { Mark, ObjectRecord, Page } from '../../index';
import { writeExact } from '../../model/json/writeExact';
import type { Slot } from '../../model/paging/draft';
import { at } from '../../paging';
import type { Texts } from '../options/Option';
import type { schemeOptions } from '../options/tables';
import type { Checked } from '../terminal/Complaint';
import type { Plan } from './Plan';
import { readScheme, saidOf } from './scheme';
import { endpointAt, fixed, type Target, type WalkedEndpoint, type WalkFlags } from './target';

/** What a bookmark keeps of what may hold a secret. */
const digestOf = (value: unknown): string | null =>
  value === undefined
    ? null
    : createHash('sha256')
        .update(writeExact(value) ?? '')
        .digest('base64url');

/** The endpoint, asked for what is new: in place of what the address says there. */
const asking = (
  described: WalkedEndpoint,
  to: Slot | undefined,
  mark: Mark | undefined,
): WalkedEndpoint =>
  to === undefined || mark === undefined
    ? described
    : { ...described, params: { ...described.params, ...Object.fromEntries([fixed(to, mark)]) } };

/** A page whose items are records, as those of the other commands: files of earlier runs know them by a digest of that. */
const asRecords = ({ data, ...page }: Page<unknown>): Page<ObjectRecord> => ({
  ...page,
  data: data.map(E.map((item) => ({ properties: item as ObjectRecord['properties'] }))),
});

/** `pagewalk walk`: any paginated API, as the options describe it. */
export const walkPlan = (
  target: Target,
  flags: WalkFlags,
  texts: Texts<typeof schemeOptions>,
): Checked<Plan> => {
  const { address, body } = target;
  const { pageSize, items = at('data') } = flags;
  return pipe(
    readScheme(flags),
    E.chain((paging) => endpointAt(target, { paging, items, flags })),
    E.map((described): Plan => ({
      asked: 'walk',
      subject: address.name,
      sent: { query: address.query, sent: body },
      request: {
        command: 'walk',
        path: address.path,
        ...address.params,
        query: digestOf(address.query.size === 0 ? undefined : [...address.query]),
        body: digestOf(body),
        ...saidOf(texts),
      },
      pages: (client, valve, place, mark) =>
        client
          .pages<WalkedEndpoint, unknown>(asking(described, flags.mark?.asking?.to, mark), {
            ...address.params,
            ...(pageSize && { pageSize: pageSize.size }),
            codec: t.unknown,
            readAhead: flags.ahead,
            valve,
            place,
          })
          .pipe(map(E.map(asRecords))),
    })),
  );
};
