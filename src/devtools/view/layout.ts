import { counted, type Fact, paceText } from '../model/texts';
import { element, setText } from './dom';

const kinds: ReadonlyArray<readonly [colour: string, meaning: string, shape?: string]> = [
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

/** What the colours mean. */
const key = (): HTMLElement =>
  element(
    'ul',
    { class: 'key', 'aria-label': 'Colours' },
    ...kinds.map(([colour, meaning, shape = '']) => {
      const swatch = element('i', { class: shape });
      swatch.style.background = `var(--${colour})`;
      return element('li', {}, swatch, meaning);
    }),
  );

/** Shows facts; while nothing is chosen, what the colours mean. */
export const createDetails = () => {
  const colours = key();
  const list = element('dl');
  const root = element('section', { class: 'details', 'aria-label': 'Details', tabindex: '0' }, colours);
  let before = '';
  return {
    root,
    show: (facts: ReadonlyArray<Fact>): void => {
      const text = JSON.stringify(facts);
      if (text === before) return;
      before = text;
      if (facts.length === 0) {
        root.replaceChildren(colours);
        return;
      }
      list.replaceChildren(...facts.flatMap(([term, said]) => [element('dt', {}, term), element('dd', {}, said)]));
      if (list.parentNode !== root) root.replaceChildren(list);
    },
  };
};

/** The sums over the lanes. */
interface Sums {
  readonly walks: number;
  readonly objects: number;
  readonly pace: number;
  /** The line of a polite, in words; empty where there is none. */
  readonly line: string;
}

const purpose =
  'The requests of each walk over time. In the list of walks, the arrow keys go through the walks and their requests.';

const head = (ruler: HTMLElement): HTMLElement => {
  const number = { class: 'number' };
  const names = element(
    'div',
    { 'aria-hidden': 'true' },
    element('span'),
    element('span', {}, 'Walk'),
    element('span', { class: 'state' }, 'State'),
    element('span', number, 'Objects'),
    element('span', number, 'per s'),
  );
  return element('div', { class: 'head' }, names, ruler);
};

/** The parts of a panel, in their places. */
export const createLayout = (toolbar: HTMLElement, rows: HTMLElement, details: HTMLElement) => {
  const ruler = element('canvas', { 'aria-hidden': 'true' });
  const time = element('canvas', { class: 'time', role: 'img', 'aria-label': purpose });
  const empty = element('div', { class: 'empty' });
  const tip = element('div', { class: 'tip', hidden: '', 'aria-hidden': 'true' });
  const said = element('div', { class: 'said', role: 'status' });
  const scroller = element('div', { class: 'scroller' }, rows, time, empty);
  const [walks, objects, pace, line] = [element('b'), element('b'), element('b'), element('span')];
  const sums = element(
    'div',
    { class: 'sums' },
    element('span', {}, walks),
    element('span', {}, objects),
    element('span', {}, pace, ' per second'),
    line,
  );
  return {
    root: element('div', { class: 'panel' }, toolbar, sums, head(ruler), scroller, details, tip, said),
    scroller,
    time,
    ruler,
    tip,
    showSums: (all: Sums): void => {
      setText(walks, counted(all.walks, 'walk'));
      setText(objects, counted(all.objects, 'object'));
      setText(pace, paceText(all.pace));
      setText(line, all.line);
      line.classList.toggle('held', all.line.includes('held'));
    },
    /** A sentence in place of lanes. */
    showEmpty: (text: string): void => setText(empty, text),
    /** Says something to a screen reader. */
    say: (text: string): void => setText(said, text),
  };
};
