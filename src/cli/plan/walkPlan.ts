import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { sha256 } from '../../node/sha256';
import * as t from 'io-ts';
import { writeExact } from '../../model/json/writeExact';
import { at } from '../../paging';
import type { Texts } from '../options/Option';
import type { schemeOptions } from '../options/tables';
import type { Checked } from '../terminal/Complaint';
import type { Plan } from './Plan';
import { readScheme, saidOf } from './scheme';
import { endpointAt, type Target, type WalkFlags } from './target';

/** What a bookmark keeps of what may hold a secret. */
const digestOf = (value: unknown): string | null =>
  value === undefined ? null : sha256(writeExact(value) ?? '', 'base64url');

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
    E.map((endpoint): Plan => ({
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
      endpoint,
      params: {
        ...address.params,
        ...(pageSize && { pageSize: pageSize.size }),
        codec: t.unknown,
        readAhead: flags.ahead,
      },
      asking: flags.mark?.asking?.to,
    })),
  );
};
