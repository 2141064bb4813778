import type { LaneFilter } from '../model/Lane';
import type { Fact } from '../model/facts';
import { counted, grouped, paceText } from '../model/texts';
import { button, element, setText } from './dom';

interface Wishes {
  readonly pause: () => void;
  readonly clear: () => void;
  readonly filter: (text: string, shown: LaneFilter) => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
  readonly follow: () => void;
}

const choices: Readonly<Record<LaneFilter, string>> = {
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
  return { shown: shown as LaneFilter, input, count, label };
};

/** The controls over the lanes. Ones that close or place the panel are put at its end. */
export const createToolbar = (others: ReadonlyArray<HTMLElement>, wishes: Wishes) => {
  const states = Object.entries(choices).map(createChoice);
  const text = element('input', {
    type: 'search',
    placeholder: 'Filter by label',
    'aria-label': 'Filter by label',
  });
  const fieldset = element(
    'fieldset',
    {},
    element('legend', {}, 'State'),
    ...states.map(({ label }) => label),
  );
  const filter = (): void =>
    wishes.filter(text.value, states.find(({ input }) => input.checked)?.shown ?? 'all');
  text.addEventListener('input', filter);
  fieldset.addEventListener('change', filter);

  const pause = button('Pause', wishes.pause, { 'aria-pressed': 'false' });
  const follow = button('Follow', wishes.follow, {
    'aria-pressed': 'true',
    title: 'Keep the present in view',
  });
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
    count: (counts: Readonly<Record<LaneFilter, number>>): void => {
      for (const { shown, label, count } of states) {
        setText(count, grouped(counts[shown]));
        label.classList.toggle('some', counts[shown] > 0);
      }
    },
    setPaused: (isPaused: boolean): void => pause.setAttribute('aria-pressed', String(isPaused)),
    setFollowing: (isFollowing: boolean): void =>
      follow.setAttribute('aria-pressed', String(isFollowing)),
  };
};

const kinds: ReadonlyArray<readonly [color: string, meaning: string, shape?: string]> = [
  ['page', 'a page came'],
  ['asking', 'under way'],
  ['retry', 'failed, asked again'],
  ['refresh', 'credential refused'],
  ['failed', 'failed'],
  ['unsubscribed', 'unsubscribed'],
  ['wait', 'held by its consumer', 'thin'],
  ['done', 'last page'],
  ['restarted', 'restarted'],
  ['hold', 'the service asked to wait', 'shade'],
];

/** Shows facts; while nothing is chosen, what the colors mean. */
export const createDetails = () => {
  const meanings = kinds.map(([color, meaning, shape = '']) => {
    const swatch = element('i', { class: shape });
    swatch.style.background = `var(--${color})`;
    return element('li', {}, swatch, meaning);
  });
  const colors = element('ul', { class: 'key', 'aria-label': 'Colors' }, ...meanings);
  const list = element('dl');
  const root = element(
    'section',
    { class: 'details', 'aria-label': 'Details', tabindex: '0' },
    colors,
  );
  let before = '';
  return {
    root,
    show: (facts: ReadonlyArray<Fact>): void => {
      const text = JSON.stringify(facts);
      if (text === before) return;
      before = text;
      list.replaceChildren(
        ...facts.flatMap(([term, said]) => [element('dt', {}, term), element('dd', {}, said)]),
      );
      root.replaceChildren(facts.length === 0 ? colors : list);
    },
  };
};

const purpose =
  'The requests of each walk over time. In the list of walks, the arrow keys go through the walks and their requests.';

const columns = { Walk: '', State: 'state', Objects: 'number', 'per s': 'number' };

export const createLayout = (toolbar: HTMLElement, rows: HTMLElement, details: HTMLElement) => {
  const ruler = element('canvas', { 'aria-hidden': 'true' });
  const time = element('canvas', { class: 'time', role: 'img', 'aria-label': purpose });
  const empty = element('div', { class: 'empty' });
  const tip = element('div', { class: 'tip', hidden: '', 'aria-hidden': 'true' });
  const said = element('div', { class: 'said', role: 'status' });
  const scroller = element('div', { class: 'scroller' }, rows, time, empty);
  const [walks, objects, pace, line] = [element('b'), element('b'), element('b'), element('span')];
  const perSecond = element('span', {}, pace, ' per second');
  const sums = element('div', { class: 'sums' }, walks, objects, perSecond, line);
  const titles = Object.entries(columns).map(([title, name]) =>
    element('span', { class: name }, title),
  );
  const columnHeads = element('div', { 'aria-hidden': 'true' }, element('span'), ...titles);
  const head = element('div', { class: 'head' }, columnHeads, ruler);
  return {
    root: element('div', { class: 'panel' }, toolbar, sums, head, scroller, details, tip, said),
    scroller,
    time,
    ruler,
    tip,
    /** A sentence in place of lanes. */
    empty,
    said,
    /** Shows how many walks and objects there are, how fast they come, and the line of a polite in words. */
    showSums: (
      walkCount: number,
      objectCount: number,
      objectsPerSecond: number,
      lineText: string,
    ): void => {
      setText(walks, counted(walkCount, 'walk'));
      setText(objects, counted(objectCount, 'object'));
      setText(pace, paceText(objectsPerSecond));
      setText(line, lineText);
      line.classList.toggle('held', lineText.includes('held'));
    },
  };
};
