import type { Fact } from '../model/texts';
import { element } from './dom';

/** What there is to know about what is chosen. */
export interface Details {
  readonly root: HTMLElement;
  readonly show: (facts: ReadonlyArray<Fact>) => void;
}

const kinds: ReadonlyArray<readonly [colour: string, meaning: string, shape?: string]> = [
  ['page', 'a page came'],
  ['asking', 'under way'],
  ['retry', 'failed, asked again'],
  ['refresh', 'credential refused'],
  ['failed', 'failed'],
  ['left', 'unsubscribed'],
  ['wait', 'held by its consumer', 'thin'],
  ['done', 'last page'],
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
export const createDetails = (): Details => {
  const colours = key();
  const list = element('dl');
  const root = element('section', { class: 'details', 'aria-label': 'Details', tabindex: '0' }, colours);
  let before = '';
  return {
    root,
    show: (facts) => {
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
