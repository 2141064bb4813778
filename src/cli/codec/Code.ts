/** A codec as TypeScript: an expression that makes it, and the type of what it reads. */
export interface Code {
  readonly code: string;
  readonly type: string;
  /** Those of a union. */
  readonly members?: ReadonlyArray<Code>;
  readonly looks?: Looks;
}

/** How many codecs look at a value itself, and at what it has by each name. */
export type Looks = ReadonlyMap<string, number>;

/** Stand for the value itself, and for what it has by any name or in any place. */
export const [itself, anything] = ['', '*'];

/** The most codecs that look at one value, at its top or by one name. */
export const looksOf = ({ looks = new Map() }: Pick<Code, 'looks'>): number => {
  const others = looks.get(anything) ?? 0;
  const counts = Array.from(looks, ([name, count]) =>
    name === itself || name === anything ? count : count + others,
  );
  return counts.reduce((max, count) => Math.max(max, count), 0);
};

export const lookingInto = (members: ReadonlyArray<readonly [name: string, code: Code]>): Looks =>
  new Map(
    [[itself, 1] as const, ...members.map(([name, code]) => [name, looksOf(code)] as const)].filter(
      ([, count]) => count > 0,
    ),
  );

/** All of these look at the same value. */
export const lookingTogether = (codes: ReadonlyArray<Code>): Looks => {
  const all = new Map<string, number>();
  for (const [name, count] of codes.flatMap(({ looks = new Map<string, number>() }) => [...looks]))
    all.set(name, (all.get(name) ?? 0) + count);
  return all;
};
