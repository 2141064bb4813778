import * as E from 'fp-ts/Either';
import { Observable } from 'rxjs';
import { type Client, clientOver } from '../../client/Client';
import type { WalkOptions } from '../../client/WalkOptions';
import type { WalkError } from '../../model/errors/WalkError';
import type { PageInfo } from '../../model/endpoints/Page';
import type { Session } from './Session';

type Walk<V> = Observable<E.Either<WalkError, V>>;

/** A walk that ends with its session, and does not begin without one. */
const during = <V, P extends WalkOptions>(session: Session, params: P, walk: (params: P) => Walk<V>): Walk<V> =>
  new Observable((subscriber) => {
    let pages = 0;
    let objects = 0;
    const end = (reason: string): void => {
      subscriber.next(E.left({ _tag: 'Unauthorized', reason, progress: { pages, objects, attempts: 0 } }));
      subscriber.complete();
    };
    if (!session.isOpen()) {
      end('nobody is signed in');
      return;
    }
    const { onPage: heard } = { ...params };
    const onPage = (page: PageInfo): void => {
      pages += 1;
      objects += page.records.length;
      heard?.(page);
    };
    subscriber.add(
      session.changes.subscribe(() => {
        end('the session is over');
      }),
    );
    subscriber.add(walk({ ...params, onPage }).subscribe(subscriber));
  });

/** A client whose walks are those of one session. */
export const ofSession = (client: Client, session: Session): Client =>
  clientOver({
    ...client,
    pages: (endpoint, params) => during(session, params, (given) => client.pages(endpoint, given)),
    objects: (endpoint, params) => during(session, params, (given) => client.objects(endpoint, given)),
  });
