import { type Lane, objectsPerSecond, laneState, stillFor, titleOf } from '../model/Lane';
import { laneText, grouped, paceText, stateText } from '../model/texts';
import { element, setText } from './dom';
import { rowHeight } from './drawLanes';

interface RowsShown {
  /** The lanes in view, from the first up to but not including the last. */
  readonly first: number;
  readonly last: number;
  readonly chosen: Lane | undefined;
  readonly now: number;
}

const cell = (name: string, ...parts: ReadonlyArray<Node>): HTMLElement =>
  element('span', { class: name, 'aria-hidden': 'true' }, ...parts);

const createRow = (index: number) => {
  const [title, from] = [element('span'), element('small')];
  const [state, objects, pace] = [cell('state'), cell('number'), cell('number')];
  const known = { class: 'row', role: 'option', id: `row-${index}` };
  const root = element('div', known, cell('mark'), cell('name', title, from), state, objects, pace);
  return { root, title, from, state, objects, pace, lane: undefined as Lane | undefined };
};

type LaneRow = ReturnType<typeof createRow>;

const set = (node: Element, name: string, value: string): void => {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
};

const showRow = (
  row: LaneRow,
  lane: Lane,
  {
    index,
    count,
    source,
  }: { readonly index: number; readonly count: number; readonly source: string },
  { chosen, now }: RowsShown,
): void => {
  row.root.style.transform = `translateY(${index * rowHeight}px)`;
  set(row.root, 'data-state', laneState(lane));
  set(row.root, 'aria-selected', String(lane === chosen));
  set(row.root, 'aria-posinset', String(index + 1));
  set(row.root, 'aria-setsize', String(count));
  set(row.root, 'aria-label', laneText(lane, now));
  row.root.classList.toggle('still', stillFor(lane, now) > 0);
  // These may be cut off in the row.
  set(row.title, 'title', titleOf(lane));
  set(row.state, 'title', lane.end?.failure ?? '');
  setText(row.title, titleOf(lane));
  setText(row.from, `${lane.walk}${source}`);
  setText(row.state, stateText(lane, now));
  setText(row.objects, grouped(lane.objects));
  setText(row.pace, paceText(objectsPerSecond(lane, now)));
};

/** The lanes by name, of which only those in view are in the page. A click chooses one. `sources` are the recordings. */
export const createRows = (
  sources: ReadonlyArray<string>,
  choose: (lane: Lane | undefined) => void,
) => {
  const root = element('div', {
    class: 'rows',
    role: 'listbox',
    'aria-label': 'Walks',
    tabindex: '0',
  });
  const rows: Array<LaneRow> = [];
  root.addEventListener('click', (event) => {
    choose(rows.find((row) => event.composedPath().includes(row.root))?.lane);
  });

  return {
    root,
    draw: (lanes: ReadonlyArray<Lane>, shown: RowsShown): void => {
      const { first, last, chosen } = shown;
      root.style.height = `${lanes.length * rowHeight}px`;
      while (rows.length < last - first) {
        const row = createRow(rows.length);
        rows.push(row);
        root.append(row.root);
      }
      rows.forEach((row, place) => {
        const [index, count] = [first + place, lanes.length];
        const lane = index < last ? lanes[index] : undefined;
        row.lane = lane;
        row.root.hidden = lane === undefined;
        const source = lane && sources.length > 1 ? ` ${sources[lane.source] ?? ''}` : '';
        if (lane) showRow(row, lane, { index, count, source }, shown);
      });
      set(
        root,
        'aria-activedescendant',
        rows.find(({ lane }) => lane && lane === chosen)?.root.id ?? '',
      );
    },
  };
};
