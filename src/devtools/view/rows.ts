import { type Lane, paceOf, stateOf, stillFor, titleOf } from '../model/Lane';
import { laneText, grouped, paceText, stateText } from '../model/texts';
import { element, setText } from './dom';
import { rowHeight } from './drawLanes';

interface RowsShown {
  /** The lanes in view, from the first up to but not including the last. */
  readonly first: number;
  readonly last: number;
  readonly chosen: Lane | undefined;
  readonly now: number;
  /** What to call the recording of a lane; empty where there is only one. */
  readonly sourceOf: (lane: Lane) => string;
}

const createRow = (index: number) => {
  const hidden = { 'aria-hidden': 'true' };
  const title = element('span');
  const from = element('small');
  const state = element('span', { class: 'state', ...hidden });
  const objects = element('span', { class: 'number', ...hidden });
  const pace = element('span', { class: 'number', ...hidden });
  const root = element(
    'div',
    { class: 'row', role: 'option', id: `row-${index}` },
    element('span', { class: 'mark', ...hidden }),
    element('span', { class: 'name', ...hidden }, title, from),
    state,
    objects,
    pace,
  );
  return { root, title, from, state, objects, pace };
};

type Row = ReturnType<typeof createRow>;

const set = (node: Element, name: string, value: string): void => {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
};

/** The lane that a row shows; a click needs it. */
export const laneIdOf = (node: EventTarget | null): number | undefined => {
  const row = node instanceof Element ? node.closest('.row') : null;
  return row === null ? undefined : Number(row.getAttribute('data-lane'));
};

/** The lanes by name, of which only those in view are in the page. */
export const createRows = () => {
  const root = element('div', { class: 'rows', role: 'listbox', 'aria-label': 'Walks', tabindex: '0' });
  const rows: Array<Row> = [];

  const show = (row: Row, lane: Lane, index: number, count: number, { chosen, now, sourceOf }: RowsShown): void => {
    const state = stateOf(lane);
    row.root.hidden = false;
    row.root.style.transform = `translateY(${index * rowHeight}px)`;
    set(row.root, 'data-lane', String(lane.id));
    set(row.root, 'data-state', state);
    set(row.root, 'aria-selected', String(lane === chosen));
    set(row.root, 'aria-posinset', String(index + 1));
    set(row.root, 'aria-setsize', String(count));
    set(row.root, 'aria-label', laneText(lane, now));
    row.root.classList.toggle('still', stillFor(lane, now) > 0);
    // These may be cut off in the row.
    set(row.title, 'title', titleOf(lane));
    set(row.state, 'title', lane.end?.failure ?? '');
    setText(row.title, titleOf(lane));
    setText(row.from, `${lane.walk}${sourceOf(lane) && ` ${sourceOf(lane)}`}`);
    setText(row.state, stateText(lane, now));
    setText(row.objects, grouped(lane.objects));
    setText(row.pace, paceText(paceOf(lane, now)));
  };

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
      let active = '';
      rows.forEach((row, place) => {
        const lane = place < last - first ? lanes[first + place] : undefined;
        if (lane === undefined) row.root.hidden = true;
        else show(row, lane, first + place, lanes.length, shown);
        if (lane !== undefined && lane === chosen) active = row.root.id;
      });
      if (active === '') root.removeAttribute('aria-activedescendant');
      else set(root, 'aria-activedescendant', active);
    },
  };
};
