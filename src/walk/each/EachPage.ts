import type { Page } from '../../model/endpoints/Page';

/** A page of a parent's walk. If none of them can be the last page, an empty page without a parent is. @since 1.0.0 */
export type EachPage<P, A> =
  (Page<A> & { readonly parent: P }) | (Page<never> & { readonly parent: undefined });
