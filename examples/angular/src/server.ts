import { AngularAppEngine } from '@angular/ssr';
import { createWebRequestFromNodeRequest, writeResponseToNodeResponse } from '@angular/ssr/node';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Backend } from './app/backend';

const engine = new AngularAppEngine();

/** Renders a page of the application; false where it has none at this address. */
export const render = async (
  asked: IncomingMessage,
  response: ServerResponse,
  backend: Backend,
): Promise<boolean> => {
  // A visitor who leaves is not rendered for any longer: Angular ends the response, and pagewalk the requests for it.
  const visitor = new AbortController();
  response.once('close', () => {
    visitor.abort();
  });
  const request = new Request(createWebRequestFromNodeRequest(asked), { signal: visitor.signal });
  const page = await engine.handle(request, backend);
  if (page === null) return false;
  // The page is one visitor's: Back must not show it to the next one.
  page.headers.set('cache-control', 'no-store');
  await writeResponseToNodeResponse(page, response);
  return true;
};
