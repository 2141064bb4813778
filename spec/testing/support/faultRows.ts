import type { Fault } from '../../../src/service/index';
import { withThings } from '../../service/support/things';
import { follow, list, search } from './acts';
import type { DoorOptions, Script } from './Script';

type Untyped<F> = F extends Fault ? Omit<F, 'type'> : never;

const first = '1 2 →';
const wholeList = [first, '3 4 →', '5 null'];
const wholeSearch = [first, '3 4 →', '5'];
const refused = '401 MissingCredentials';

/** How a walk of five objects goes under a fault, by list and by search: a fault that is missing here does not compile. */
const walks: {
  readonly [Type in Fault['type']]: ReadonlyArray<
    readonly [fault: Untyped<Extract<Fault, { readonly type: Type }>>, results: ReadonlyArray<string>]
  >;
} = {
  'expire-token': [
    [{ uses: 0 }, [first, first, first, '400 InvalidPageToken', first, '400 InvalidPageToken', refused]],
    [{ ms: 0 }, [first, first, first, '400 InvalidPageToken', first, '400 InvalidPageToken', refused]],
    [{ at: 2 }, [first, first, first, '3 4 →', '400 InvalidPageToken', ...wholeSearch, refused]],
  ],
  unauthorized: [[{ at: 3 }, [first, first, '401 InvalidCredentials', ...wholeSearch, refused]]],
  throttle: [
    [
      { every: 3, retryAfter: 7 },
      [first, first, '429 TooManyRequests', first, '3 4 →', '429 TooManyRequests', refused],
    ],
    [
      { probability: 0.5 },
      ['429 TooManyRequests', '429 TooManyRequests', ...wholeList, '429 TooManyRequests', '429 TooManyRequests'],
    ],
  ],
  unavailable: [[{ at: 3 }, [first, first, '503 ServiceUnavailable', ...wholeSearch, refused]]],
  delay: [[{ ms: 40, every: 2 }, [first, first, ...wholeList, ...wholeSearch, refused]]],
  'reset-before': [[{ at: 3 }, [first, first, 'NetworkFailure', ...wholeSearch, refused]]],
  'reset-during': [[{ every: 3 }, [first, first, 'NetworkFailure', first, '3 4 →', 'NetworkFailure', refused]]],
  trickle: [[{ ms: 100, every: 1 }, [first, first, ...wholeList, ...wholeSearch, refused]]],
  truncate: [[{ at: 3 }, [first, first, '200 and no JSON', ...wholeSearch, refused]]],
  html: [[{ at: 3 }, [first, first, '200 and no JSON', ...wholeSearch, refused]]],
  'repeat-token': [
    [{ every: 2 }, [first, first, first, '3 4 →', '5 →', '5 null', first, '3 4 →', '3 4 →', '5 →', '5', refused]],
  ],
  'repeat-page': [[{ every: 2 }, [first, first, first, '3 4 →', '3 4 null', first, '3 4 →', '3 4', refused]]],
  'cycle-tokens': [
    [
      { pages: 2 },
      [
        ...[first, first],
        ...[first, '3 4 →', '5 →', '3 4 →', '5 →', '3 4 →', '5 →', '3 4 →'],
        ...[first, '3 4 →', '5 →', '3 4 →', '5 →', '3 4 →', '5 →', '3 4 →'],
        refused,
      ],
    ],
  ],
  'empty-page': [
    [{ every: 2 }, [first, '→', first, '→', '3 4 →', '→', '5 null', '→', first, '→', '3 4 →', '→', '5', refused]],
  ],
  'empty-token': [[{ at: 2 }, [first, '1 2 empty', ...wholeList, ...wholeSearch, refused]]],
  'null-token': [[{}, [first, first, ...wholeList, first, '3 4 →', '5 null', refused]]],
  'corrupt-object': [
    [
      { every: 1 },
      [
        ...['undefined 2 →', 'undefined 2 →'],
        ...['1 undefined →', '3 undefined →', 'undefined null'],
        ...['undefined 2 →', 'undefined 4 →', 'undefined'],
        refused,
      ],
    ],
  ],
  'ignore-maximum': [[{}, [first, '1 2 3 4 →', ...wholeList, ...wholeSearch, refused]]],
  'skip-authentication': [[{}, [first, first, ...wholeList, ...wholeSearch, first]]],
};

/** Asks for a first page of two sizes, then for all pages, then without a credential. */
const walking: Script = function* (service) {
  yield { ask: list(service) };
  yield { ask: list(service, { pageSize: '4' }) };
  yield* follow((page) => list(service, page));
  yield* follow((page) => search(service, page));
  yield { ask: { ...search(service), headers: {} } };
};

const five: DoorOptions = withThings(5);

export const faultRows = Object.entries(walks).flatMap(([type, cases]) =>
  cases.map(([when, results]) => {
    const fault = { type, ...when } as unknown as Fault;
    return [`the fault ${JSON.stringify(fault)}`, { ...five, faults: [fault] }, walking, results] as const;
  }),
);
