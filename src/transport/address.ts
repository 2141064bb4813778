/** What a page and a worker say of their addresses; in Node there is neither. */
interface DocumentBase {
  readonly document?: { readonly baseURI?: string };
  readonly location?: { readonly href?: string };
}

/**
 * A base address and a path as one. Whatever the path looks like, it never takes the place of the base, as it would where a
 * URL parser resolves it.
 */
export const join = (base: string, path: string): string =>
  `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;

/** The same as an absolute address, with the path as it is at its end; undefined where it is relative to nothing. */
export const absolute = (base: string, path: string): string | undefined => {
  if (/^https?:/i.test(base)) return join(base, path);
  const { document, location } = globalThis as DocumentBase;
  const page = document?.baseURI ?? location?.href;
  const whole = join(base, '');
  return URL.canParse(whole, page) ? join(new URL(whole, page).href, path) : undefined;
};
