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

/** Shows facts; while nothing is chosen, what the colours mean. */
export const createDetails = () => {
  const meanings = kinds.map(([colour, meaning, shape = '']) => {
    const swatch = element('i', { class: shape });
    swatch.style.background = `var(--${colour})`;
    return element('li', {}, swatch, meaning);
  });
  const colours = element('ul', { class: 'key', 'aria-label': 'Colours' }, ...meanings);
  const list = element('dl');
  const root = element('section', { class: 'details', 'aria-label': 'Details', tabindex: '0' }, colours);
  let before = '';
  return {
    root,
    show: (facts: ReadonlyArray<Fact>): void => {
      const text = JSON.stringify(facts);
      if (text === before) return;
      before = text;
      list.replaceChildren(...facts.flatMap(([term, said]) => [element('dt', {}, term), element('dd', {}, said)]));
      root.replaceChildren(facts.length === 0 ? colours : list);
    },
  };
};

const purpose =
  'The requests of each walk over time. In the list of walks, the arrow keys go through the walks and their requests.';

const columns = [
  ['', ''],
  ['', 'Walk'],
  ['state', 'State'],
  ['number', 'Objects'],
  ['number', 'per s'],
] as const;

/** The parts of a panel, in their places. */
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
  const titles = columns.map(([name, title]) => element('span', { class: name }, title));
  const head = element('div', { class: 'head' }, element('div', { 'aria-hidden': 'true' }, ...titles), ruler);
  return {
    root: element('div', { class: 'panel' }, toolbar, sums, head, scroller, details, tip, said),
    scroller,
    time,
    ruler,
    tip,
    /** A sentence in place of lanes. */
    empty,
    /** What a screen reader says. */
    said,
    /** Shows how many walks and objects there are, how fast they come, and the line of a polite in words. */
    showSums: (walkCount: number, objectCount: number, objectsPerSecond: number, lineText: string): void => {
      setText(walks, counted(walkCount, 'walk'));
      setText(objects, counted(objectCount, 'object'));
      setText(pace, paceText(objectsPerSecond));
      setText(line, lineText);
      line.classList.toggle('held', lineText.includes('held'));
    },
  };
};
