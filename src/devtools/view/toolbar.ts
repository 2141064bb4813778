import type { Shown } from '../model/Lane';
import { grouped } from '../model/texts';
import { button, element, setText } from './dom';

/** What a user can do by the toolbar. */
export interface Wishes {
  /** Pauses, or continues. */
  readonly pause: () => void;
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

const createChoice = ([shown, title]: [string, string]) => {
  const input = element('input', { type: 'radio', name: 'shown', value: shown });
  input.checked = shown === 'all';
  const count = element('b', {}, '0');
  const named = element('span', {}, `${title} `, count);
  const label = element('label', { class: 'choice', 'data-state': shown }, input, named);
  return { shown: shown as Shown, input, count, label };
};

/** The controls over the lanes. Ones that close or place the panel are put at its end. */
export const createToolbar = (wishes: Wishes, others: ReadonlyArray<HTMLElement>) => {
  const states = Object.entries(choices).map(createChoice);
  const text = element('input', { type: 'search', placeholder: 'Filter by label', 'aria-label': 'Filter by label' });
  const labels = states.map(({ label }) => label);
  const fieldset = element('fieldset', {}, element('legend', {}, 'State'), ...labels);
  const filter = (): void => wishes.filter(text.value, states.find(({ input }) => input.checked)?.shown ?? 'all');
  text.addEventListener('input', filter);
  fieldset.addEventListener('change', filter);

  const pause = button('Pause', wishes.pause, { 'aria-pressed': 'false' });
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
      for (const { shown, label, count } of states) {
        setText(count, grouped(counts[shown]));
        label.classList.toggle('some', counts[shown] > 0);
      }
    },
    setPaused: (isPaused: boolean): void => pause.setAttribute('aria-pressed', String(isPaused)),
    setFollowing: (isFollowing: boolean): void => follow.setAttribute('aria-pressed', String(isFollowing)),
  };
};
