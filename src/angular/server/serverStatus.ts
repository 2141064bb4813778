import { effect, type Injector, RESPONSE_INIT, type Signal } from '@angular/core';
import type { ListView } from '../list/ListState';
import { isOnServer } from '../PagewalkFeature';
import type { ServerOutcome } from '../WalkList';

type ServerStatus = (outcome: ServerOutcome) => number | undefined;

/** What crawlers and caches understand: what does not exist goes, what has failed is asked for again. */
const usual: ServerStatus = ({ error, isFailed }) => {
  if (!isFailed) return undefined;
  return error?._tag === 'HttpFailure' && error.status === 404 ? 404 : 503;
};

/** Sets the status of the response where a list is rendered on the server, and wants that. */
export const serverStatus = (
  option: true | ServerStatus | undefined,
  injector: Injector,
  view: Signal<ListView>,
): void => {
  // Angular's build sets the constant, and leaves out of the bundle for the browser what is for the server only.
  if (!(typeof ngServerMode === 'undefined' || ngServerMode) || option === undefined || !isOnServer(injector)) return;
  const response = injector.get(RESPONSE_INIT, null);
  const choose = option === true ? usual : option;
  effect(
    () => {
      const { status, error, progress } = view();
      const isFailed = status === 'error';
      if (response === null || !(isFailed || progress.pages > 0)) return;
      const chosen = choose({ error, isFailed, isEmpty: !isFailed && progress.objects === 0 });
      if (chosen !== undefined) response.status = chosen;
    },
    { injector },
  );
};
