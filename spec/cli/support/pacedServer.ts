import type { IncomingMessage, RequestListener } from 'node:http';
import { withServer } from '../../support/withServer';

/** What a server has seen of a walk. */
export interface Seen {
  /** Requests that came. */
  requests: number;
  /** Requests whose connection closed before they were answered. */
  aborted: number;
  /** The page size and the credentials of each request. */
  readonly heard: Array<{ readonly url: string; readonly authorization: string | undefined }>;
}

interface Pace {
  /** How many objects a page has. */
  readonly size: number;
  /** How many characters the text of each object has. */
  readonly width?: number;
  /** The pages, counted from 0, that are never answered. */
  readonly stuckAt?: number;
  /** The number of pages. */
  readonly pages?: number;
  /** Milliseconds that each page takes. */
  readonly pause?: number;
}

const pageOf = (url: string): number =>
  Number(new URL(url, 'http://localhost').searchParams.get('pageToken') ?? 0);

const watch = (request: IncomingMessage, seen: Seen): void => {
  seen.requests += 1;
  seen.heard.push({ url: request.url ?? '', authorization: request.headers.authorization });
};

/** Runs a server of endless (or so many) list pages, and tells what it has seen while it is used. */
export const withPages = <R>(
  { size, width = 20, stuckAt = Infinity, pages = Infinity, pause = 0 }: Pace,
  use: (url: string, seen: Seen) => Promise<R>,
): Promise<R> => {
  const seen: Seen = { requests: 0, aborted: 0, heard: [] };
  const answer: RequestListener = (request, response) => {
    watch(request, seen);
    const page = pageOf(request.url ?? '');
    response.on('close', () => {
      if (!response.writableFinished) seen.aborted += 1;
    });
    if (page >= stuckAt) return;
    const data = Array.from({ length: size }, (_, index) => ({
      properties: { id: page * size + index, text: 'x'.repeat(width) },
    }));
    const body = JSON.stringify({
      data,
      nextPageToken: page + 1 < pages ? String(page + 1) : null,
    });
    if (pause > 0) setTimeout(() => response.end(body), pause);
    else response.end(body);
  };
  return withServer(answer, (url) => use(url, seen));
};

/** Waits until a condition holds. */
export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
};
