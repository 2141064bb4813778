import type { ServedEndpoint } from '../ServedEndpoint';
import { cursor } from './cursor';
import { lastItem } from './lastItem';
import { link } from './link';
import { offset } from './offset';
import { page } from './page';

/**
 * A way of paging that is not one of the two revisions.
 *
 * @since 0.1.0
 */
export type ServiceScheme = 'link' | 'offset' | 'page' | 'cursor' | 'lastItem';

/** The endpoint that speaks each scheme. */
export const schemes: Readonly<Record<ServiceScheme, ServedEndpoint>> = { link, offset, page, cursor, lastItem };
