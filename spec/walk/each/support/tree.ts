import type { Either } from 'fp-ts/Either';
import * as t from 'io-ts';
import { concatMap, defer, finalize, of, tap, timer } from 'rxjs';
import {
  createClient,
  type EachPage,
  endpoint,
  type Transport,
  type WalkError,
} from '../../../../src/index';
import type { ObjectRecord } from '../../../../src/model/records/ObjectRecord';
import { answer, ok } from '../../../support/scriptedTransport';

/** The ids in each page of a path, or the status that it is refused with. */
export type PagesAt = (path: string) => ReadonlyArray<ReadonlyArray<string>> | number;

export interface TreeOptions {
  /** Milliseconds that an answer takes. Without it, it comes at once. */
  readonly latency?: (at: string) => number;
  /** What is answered instead of a page: `/p/a#1` is the second page of `/p/a`. */
  readonly instead?: (at: string) => ReturnType<typeof ok> | undefined;
}

/** A service whose paths are a tree: the ids at `/p` are parents, those at `/p/a` the children of a, and so on. */
export const treeService = (pagesAt: PagesAt, { latency, instead }: TreeOptions = {}) => {
  const requests: Array<string> = [];
  const inFlight: Array<string> = [];
  let maxInFlight = 0;
  const answerAt = (at: string): ReturnType<typeof ok> => {
    const [path = '', index = '0'] = at.split('#');
    const pages = pagesAt(path);
    if (typeof pages === 'number') return answer(pages, {});
    const data = (pages[Number(index)] ?? []).map((id) => ({ properties: { id } }));
    const next =
      Number(index) + 1 < pages.length ? { nextPageToken: `${path}#${Number(index) + 1}` } : {};
    return ok({ data, at, ...next });
  };
  const transport: Transport = ({ url }) =>
    defer(() => {
      const { pathname, searchParams } = new URL(url, 'http://x');
      const at = searchParams.get('pageToken') ?? `${decodeURIComponent(pathname)}#0`;
      requests.push(at);
      inFlight.push(at);
      maxInFlight = Math.max(maxInFlight, inFlight.length);
      const answered = instead?.(at) ?? answerAt(at);
      const end = (): void => {
        if (inFlight.includes(at)) inFlight.splice(inFlight.indexOf(at), 1);
      };
      return (latency ? timer(latency(at)).pipe(concatMap(() => of(answered))) : of(answered)).pipe(
        tap(end),
        finalize(end),
      );
    });
  const client = createClient({ transport, retry: false });
  return { client, transport, requests, inFlight, maxInFlight: () => maxInFlight };
};

const described = { revision: '1.0', method: 'GET' } as const;

/** The three levels of a tree. */
export const top = endpoint({ ...described, name: 'top', path: '/p' });
export const middle = endpoint({ ...described, name: 'middle', path: '/p/{id}' });
export const bottom = endpoint({ ...described, name: 'bottom', path: '/p/{id}/{sub}' });

export const Named = t.type({ id: t.string });
export type Named = t.TypeOf<typeof Named>;

export type EachResult = Either<WalkError, EachPage<ObjectRecord<Named>, unknown>>;
