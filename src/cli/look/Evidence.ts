import type { Convention, Role } from '../../model/conventions/Convention';
import { plainName } from '../../model/conventions/Convention';
import { type Path, pathText } from './items';
import { type Clue, hasRole, rowFor } from './matching';

/** What the links of a list are called, and whether one of them leads to a next page, where that is known. */
export interface LinkList {
  readonly rel: string;
  readonly href: string;
  readonly hasNext: boolean;
}

/** Something in a response or a request, or that a document says of one, and how the options write its place. */
export interface Sign extends Clue {
  readonly path: Path;
  /** What is nearer to the top counts first, headers last. */
  readonly depth: number;
  readonly text: string;
  /** What is there. A document knows only the first number that a parameter has. */
  readonly value: unknown;
  /** Whether something is there, or, in a document, may be. */
  readonly isThere: boolean;
  /** What is in it, if it is an object. */
  readonly parts: () => ReadonlyArray<Sign>;
  /** Its links, if it is a list of them. */
  readonly links: () => LinkList | undefined;
}

/** What is seen of a value, or of what a document says of one. */
export interface SignReading<Of> extends Pick<Sign, 'value' | 'isThere' | 'isOf' | 'links'> {
  /** What is in it, if it is an object. */
  readonly inner: () => ReadonlyArray<readonly [name: string, of: Of]>;
}

type SignMaker<Of> = (at: Pick<Sign, 'place' | 'path' | 'text'>, of: Of) => Sign;

/** Makes signs of what `see` looks at. */
export const signing = <Of>(see: (of: Of) => SignReading<Of>): SignMaker<Of> => {
  const sign: SignMaker<Of> = ({ place, path, text }, of) => {
    const { inner, ...seen } = see(of);
    return {
      name: path.at(-1) ?? '',
      holder: path.at(-2),
      place,
      path,
      depth: place === 'header' ? Infinity : path.length,
      text,
      parts: () =>
        inner().map(([name, one]) => {
          const at = [...path, name];
          return sign({ place, path: at, text: pathText(at) }, one);
        }),
      ...seen,
    };
  };
  return sign;
};

/** A sign with a role, and the row that says so. */
export type RoleSign = Sign & { readonly row: Convention };

/** What is known of the pages of a list: what a response and its request show, or what a document says of them. */
export interface Evidence {
  /** What a response says beside its items, the nearest to the top first, and its headers. */
  readonly signs: ReadonlyArray<Sign>;
  /** What a request has or, by a document, may have. */
  readonly parameters: ReadonlyArray<Sign>;
  readonly items: { readonly path: Path };
  /** How many items there are, in a response. */
  readonly count: number | undefined;
  /** Whether an item has something that is called so. */
  readonly itemHas: (name: string) => boolean;
  /** How the options write a parameter that is not among the others. Undefined where a document has named all that there are. */
  readonly slotFor: ((name: string) => string) | undefined;
}

/** The best of some signs for one of some roles: the nearest to the top, and there the row of most worth. */
export const seenAs = (
  signs: ReadonlyArray<Sign>,
  roles: ReadonlyArray<Role>,
  isWanted: (sign: RoleSign) => boolean = () => true,
  isOf?: Sign['isOf'],
): ReadonlyArray<RoleSign> =>
  signs
    .flatMap((sign) => {
      const row = rowFor(isOf ? { ...sign, isOf } : sign, ...roles);
      const seen = row && { ...sign, row };
      return seen && isWanted(seen) ? [seen] : [];
    })
    .sort((one, other) => {
      const isSame = one.depth === other.depth;
      return isSame ? other.row.worth - one.row.worth : one.depth - other.depth;
    });

/** What is called like this, whatever its case and its marks are. */
export const called = (signs: ReadonlyArray<Sign>, name: string): ReadonlyArray<Sign> =>
  signs.filter((sign) => plainName(sign.name) === plainName(name));

/** What is there and may be a cursor. */
export const isCursor = ({ isThere, isOf }: Sign): boolean => isThere && isOf('value');

/** How deep, and at how many things in one depth, to look. */
const maxDepth = 4;
const maxSigns = 1_000;

/** What is around the items, and in the objects that hold what is about pages, the nearest to the top first. */
export const signsAround = (root: Sign, items: Path): ReadonlyArray<Sign> => {
  const found: Array<Sign> = [];
  let level = root.parts();
  for (let depth = 1; depth <= maxDepth && level.length > 0; depth += 1) {
    found.push(...level);
    level = level
      // What is around the items may have any name.
      .filter(({ name, path }) => hasRole(name, 'holder') || items[path.length - 1] === name)
      .flatMap(({ parts }) => parts())
      .slice(0, maxSigns);
  }
  return found;
};
