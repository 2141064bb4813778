import { counted, paceText } from '../model/texts';
import { element, setText } from './dom';

/** The sums over the lanes. */
export interface Sums {
  readonly walks: number;
  readonly objects: number;
  readonly pace: number;
  /** The line of a polite, in words; empty where there is none. */
  readonly line: string;
}

/** The parts of a panel, in their places. */
export interface Layout {
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  /** Where lanes are drawn. */
  readonly time: HTMLCanvasElement;
  readonly ruler: HTMLCanvasElement;
  readonly tip: HTMLElement;
  readonly showSums: (sums: Sums) => void;
  /** A sentence in place of lanes. */
  readonly showEmpty: (text: string) => void;
  /** Says something to a screen reader. */
  readonly say: (text: string) => void;
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

export const createLayout = (toolbar: HTMLElement, rows: HTMLElement, details: HTMLElement): Layout => {
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
    showSums: (all) => {
      setText(walks, counted(all.walks, 'walk'));
      setText(objects, counted(all.objects, 'object'));
      setText(pace, paceText(all.pace));
      setText(line, all.line);
      line.classList.toggle('held', all.line.includes('held'));
    },
    showEmpty: (text) => {
      setText(empty, text);
    },
    say: (text) => {
      setText(said, text);
    },
  };
};
