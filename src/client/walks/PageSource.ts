import type { Subscription } from 'rxjs';
import type { Beginning } from '../../model/endpoints/walkStart';
import type { Problem } from '../../model/errors/WalkError';
import type { Envelope } from '../../model/paging/envelope';
import type { Tokens } from '../../model/paging/scheme';
import type { FetchPage } from '../../walk/walkPages';
import type { RoomAhead } from './roomAhead';
import type { ReportEvent } from './WalkEvent';

/** Where the pages of one walk come from: a service over HTTP, or a function of the user's. */
export interface PageSource extends Beginning, Pick<Tokens, 'cursorOf'> {
  /** Whether it asks for pages before their turn itself, so that the walk need not run ahead. */
  readonly isAhead?: boolean;
  /** Asks for the page of a token. What `walk` adds to is over when the walk is. */
  readonly fetch: (report: ReportEvent, room: RoomAhead, walk: Subscription) => FetchPage<Envelope>;
}

/** A source for the params of a walk, and what is wrong with them. */
export interface FoundSource {
  readonly source: PageSource;
  readonly problems: ReadonlyArray<Problem>;
}
