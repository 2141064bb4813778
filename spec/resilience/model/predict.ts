import type { Script } from './Script';
import { type Answer, type Item, type Position, serve, type State } from './serve';

/** A value that a consumer must see: its text, how many requests had been sent by then, and where one may go on. */
export interface Expected {
  readonly text: string;
  readonly requests: number;
  readonly next: Position | undefined;
  readonly isEnd: boolean;
}

export interface Prediction {
  readonly values: ReadonlyArray<Expected>;
  readonly state: State;
  readonly counts: {
    readonly request: number;
    readonly page: number;
    readonly retry: number;
    readonly refresh: number;
    readonly restart: number;
  };
  /** Objects that came again and were dropped. */
  readonly dropped: number;
}

export const textOf = ({ id, version, isGood }: Item, page: number, index: number): string =>
  isGood ? `${id}.${version}` : `!${id}.${version} at ${page}.${index}`;

/** What `retryExpired` lets through: each key once, and of bad objects that read alike as many as one walk brought. */
const memory = () => {
  const keys = new Set<number>();
  const bad = new Map<string, { came: number; passed: number }>();
  return {
    isNew: ({ id, version, isGood }: Item): boolean => {
      if (isGood) return !keys.has(id) && keys.add(id).has(id);
      const count = bad.get(`${id}.${version}`) ?? { came: 0, passed: 0 };
      bad.set(`${id}.${version}`, count);
      count.came += 1;
      if (count.came <= count.passed) return false;
      count.passed = count.came;
      return true;
    },
    beginAgain: (): void => {
      for (const count of bad.values()) count.came = 0;
    },
  };
};

/**
 * The walk as a plain loop, without time: what a consumer that stays must see of a service from its present state on,
 * beginning at a position. It is the model that the library is held against.
 */
export const predict = (script: Script, from: State, start: Position | undefined): Prediction => {
  const { attempts: mostAttempts, emptyPages, api, restarts } = script;
  const counts = { request: 0, page: 0, retry: 0, refresh: 0, restart: 0 };
  const values: Array<Expected> = [];
  const { isNew, beginAgain } = memory();
  let state = from;
  let dropped = 0;
  let inVain = 0;
  let [position, pages, objects, empty] = [start, 0, 0, 0];

  const emit = (text: string, next: Position | undefined, isEnd = false): void => {
    values.push({ text, requests: counts.request, next, isEnd });
  };

  const fetch = (): { readonly answer: Answer; readonly sent: number } => {
    for (let sent = 1, failed = 0, refused = 0; ; sent++) {
      const [after, answer] = serve(script, state, position);
      state = after;
      counts.request += 1;
      if (answer.type === 'refused') {
        refused += 1;
        if (refused > 1) return { answer, sent };
        counts.refresh += 1;
        continue;
      }
      refused = 0;
      failed += 1;
      if (answer.type !== 'failure' || !answer.passes || failed >= mostAttempts) return { answer, sent };
      counts.retry += 1;
    }
  };

  for (;;) {
    const { answer, sent } = fetch();
    const end = (tag: string, next: Position | undefined): Prediction => {
      emit(`${tag} ${pages} ${objects} ${sent}${start === undefined ? '' : ' resumed'}`, next, true);
      return { values, state, counts, dropped };
    };
    if (answer.type === 'refused') return end('Unauthorized', position);
    if (answer.type === 'failure') return end(answer.tag, position);
    if (answer.type === 'expired') {
      if (restarts === undefined || start !== undefined || inVain >= restarts)
        return end('PageTokenExpired', undefined);
      counts.restart += 1;
      inVain += 1;
      beginAgain();
      [position, pages, objects, empty] = [undefined, 0, 0, 0];
      continue;
    }

    counts.page += 1;
    const { items, next } = answer;
    const texts = items.map((item, index) => textOf(item, pages, index));
    if (api === 'pages') emit(texts.join(), next);
    items.forEach((item, index) => {
      const passes = restarts === undefined || isNew(item);
      if (!passes) dropped += 1;
      if (passes && item.isGood) inVain = 0;
      if (passes && api === 'objects') emit(texts[index] ?? '', next);
    });
    [position, pages, objects] = [next, pages + 1, objects + items.length];
    empty = items.length === 0 ? empty + 1 : 0;
    if (next === undefined) return { values, state, counts, dropped };
    if (empty > emptyPages) return end('ProtocolViolation', next);
  }
};
