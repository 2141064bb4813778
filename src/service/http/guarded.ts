import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { errorResponse, serviceError } from '../answers/ServiceError';
import { answerOf } from '../core/Exchange';
import { send } from './send';

/** How requests are served; a rejection means that something unexpected happened. */
export type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers 500 where serving fails, and lets the process live. A client that has gone is not a failure. */
export const guarded =
  (serve: Serve, errorInstanceId: () => string): RequestListener =>
  (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.destroyed) return undefined;
      const id = errorInstanceId();
      process.emitWarning(error instanceof Error ? error : String(error), { detail: `errorInstanceId ${id}` });
      if (!response.headersSent) return send(response, answerOf(errorResponse(serviceError(500, 'Internal'), id)));
      response.destroy();
      return undefined;
    });
  };
