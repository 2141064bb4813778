/** A way of paging that is not one of the two revisions. @inline */
export type ServiceScheme = 'link' | 'offset' | 'page' | 'cursor' | 'lastItem';
