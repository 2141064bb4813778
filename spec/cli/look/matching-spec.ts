import { expect } from 'chai';
import { type Clue, rowFor, takersOf } from '../../../src/cli/look/matching';
import type { Role, ValueType } from '../../../src/model/conventions/Convention';

const clue = (name: string, type: ValueType, more: Partial<Clue> = {}): Clue => ({
  name,
  place: 'field',
  isOf: (one) => one === type,
  ...more,
});

describe('what the rows of conventions say of something', () => {
  const cases: ReadonlyArray<
    readonly [
      name: string,
      type: ValueType,
      role: Role,
      worth?: number | undefined,
      more?: Partial<Clue>,
    ]
  > = [
    ['has_more', 'flag', 'more', 3],
    ['hasMoreItems', 'flag', 'more', 2],
    ['Is-Truncated', 'flag', 'more', 3],
    ['has_more', 'text', 'more'],
    ['total', 'count', 'total', 3],
    ['count', 'count', 'total', 1],
    ['X-Total-Count', 'count', 'total', 2, { place: 'header' }],
    ['X-Total-Count', 'count', 'total'],
    ['total', 'count', 'total', undefined, { place: 'header' }],
    ['next', 'text', 'nextLink', 3],
    ['next', 'value', 'nextCursor', 2],
    ['nextThing', 'value', 'nextCursor', 1],
    ['next', 'value', 'page'],
    ['page[number]', 'count', 'page', 2],
    ['response_metadata', 'object', 'holder', 3],
    ['additional_data', 'object', 'holder', 1],
    ['hydra:view', 'object', 'holder', 1],
    ['searchInformation', 'object', 'holder', 1],
    ['author', 'object', 'holder'],
    ['n'.repeat(1e6), 'count', 'size'],
  ];
  for (const [name, type, role, worth, more] of cases) {
    const shown = `${name.slice(0, 20)} (${type}, ${more?.place ?? 'field'})`;
    it(`${shown} as ${role}: ${worth ?? 'nothing'}`, () =>
      expect(rowFor(clue(name, type, more), role)?.worth).to.equal(worth));
  }

  const takers: ReadonlyArray<readonly [name: string, first: string]> = [
    ['next_page_token', 'page_token'],
    ['nextPageToken', 'pageToken'],
    ['NextPageToken', 'PageToken'],
    ['Next-Page-Token', 'Page-Token'],
    ['next_cursor', 'cursor'],
    ['NextMarker', 'marker'],
    ['nextThing', 'thing'],
    ['next_thing', 'thing'],
    ['NextThing', 'Thing'],
  ];
  for (const [name, first] of takers) {
    it(`${name} goes to ${first}`, () => {
      expect(takersOf(clue(name, 'value'))[0]).to.equal(first);
    });
  }
});
