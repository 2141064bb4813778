/** The number of replaced refresh tokens that are remembered. */
const maxReplaced = 8;

/** What replaced the last refresh tokens of any session, saved or not. */
export const replacements = () => {
  const replaced = new Map<string, string>();
  return {
    add: (token: string, next: string): void => {
      replaced.delete(token);
      // A service that gives an old token again makes it the last one.
      replaced.delete(next);
      replaced.set(token, next);
      for (const oldest of [...replaced.keys()].slice(0, -maxReplaced)) replaced.delete(oldest);
    },
    /** The last one of those that came in place of a token, or the token itself. */
    latest: (token: string): string => {
      let latest = token;
      for (let next = replaced.get(token); next !== undefined; next = replaced.get(next))
        latest = next;
      return latest;
    },
    /** All of them: they are secrets. */
    tokens: (): ReadonlyArray<string> => [...replaced].flat(),
  };
};
