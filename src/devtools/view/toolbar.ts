import type { Shown } from '../model/Lane';
import { grouped } from '../model/texts';
import { button, element, setText } from './dom';

/** What a user can do by the toolbar. */
export interface Wishes {
  readonly pause: (isPaused: boolean) => void;
  readonly clear: () => void;
  readonly filter: (text: string, shown: Shown) => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
  readonly follow: () => void;
}

const choices: Readonly<Record<Shown, string>> = {
  all: 'All',
  running: 'Running',
  still: 'Standing still',
  failed: 'Failed',
  ended: 'Ended',
};

const choiceOf = (shown: Shown) => {
  const input = element('input', { type: 'radio', name: 'shown', value: shown });
  input.checked = shown === 'all';
  const count = element('b', {}, '0');
  const root = element(
    'label',
    { class: 'choice', 'data-state': shown },
    input,
    element('span', {}, `${choices[shown]} `, count),
  );
  return { root, input, count };
};

/** The controls over the lanes. Ones that close or place the panel are put at its end. */
export const createToolbar = (wishes: Wishes, others: ReadonlyArray<HTMLElement>) => {
  const states = Object.keys(choices) as ReadonlyArray<Shown>;
  const byState = new Map(states.map((state) => [state, choiceOf(state)]));
  const text = element('input', { type: 'search', placeholder: 'Filter by label', 'aria-label': 'Filter by label' });
  const fieldset = element(
    'fieldset',
    {},
    element('legend', {}, 'State'),
    ...[...byState.values()].map(({ root }) => root),
  );
  const filter = (): void => {
    const chosen = states.find((state) => byState.get(state)?.input.checked) ?? 'all';
    wishes.filter(text.value, chosen);
  };
  text.addEventListener('input', filter);
  fieldset.addEventListener('change', filter);

  const pause = button('Pause', () => wishes.pause(pause.getAttribute('aria-pressed') !== 'true'));
  pause.setAttribute('aria-pressed', 'false');
  const follow = button('Follow', wishes.follow, { 'aria-pressed': 'true', title: 'Keep the present in view' });
  const zoomButton = (sign: string, name: string, factor: number): HTMLButtonElement =>
    button(sign, () => wishes.zoom(factor), { 'aria-label': name, title: name });

  const root = element(
    'div',
    { class: 'bar', role: 'group', 'aria-label': 'Controls' },
    pause,
    button('Clear', wishes.clear),
    text,
    fieldset,
    element('span', { class: 'gap' }),
    follow,
    zoomButton('−', 'Zoom out', 2),
    zoomButton('+', 'Zoom in', 0.5),
    button('Fit', wishes.fit, { title: 'Show everything' }),
    ...others,
  );
  return {
    root,
    /** How many walks there are in each state. */
    count: (counts: Readonly<Record<Shown, number>>): void => {
      for (const [state, { root: label, count }] of byState) {
        setText(count, grouped(counts[state]));
        label.classList.toggle('some', counts[state] > 0);
      }
    },
    setPaused: (isPaused: boolean): void => pause.setAttribute('aria-pressed', String(isPaused)),
    setFollowing: (isFollowing: boolean): void => follow.setAttribute('aria-pressed', String(isFollowing)),
  };
};
