export const isAbsolute = (address: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(address);

const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, '');

/** As a URL parser writes it: both sides of a comparison have to have gone through the same one. */
const read = (address: string, base?: string): string | undefined =>
  URL.canParse(address, base) ? withoutQuery(new URL(address, base).href) : undefined;

/**
 * Whether a response comes from elsewhere than it was asked for.
 *
 * Only the path counts of an address that was relative, and no query does: an interceptor may put a host before it, and
 * parameters behind it.
 */
export const isElsewhere = (asked: string, answered: string): boolean => {
  if (isAbsolute(asked)) return isAbsolute(answered) && read(asked) !== read(answered);
  const path = read(asked, 'http://host/')?.replace('http://host', '') ?? '';
  return isAbsolute(answered) && !(read(answered) ?? '').endsWith(path);
};
