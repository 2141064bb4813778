import { flagRows, holderRows, nextRows, totalRows } from './ends';
import type { Convention } from './Convention';

/** What else a response calls the things of its pages. */
const inResponses: ReadonlyArray<Convention> = [
  {
    role: 'items',
    path: 'item items data result results record records value values entry entries features ordereditems member hydra:member resources rows hits edges nodes docs content objects list elements leases',
    type: 'list',
    worth: 3,
  },
  // What else is around what a response says about pages.
  {
    role: 'holder',
    path: 'meta* *meta page* *page *pages pagin* *paging *pagination link *link *links info *info data *data d result result* *result *results response response* *response view *view search search* *search arguments properties',
    type: 'object',
    worth: 1,
  },
  // What is around the items and what a document says beside them.
  {
    role: 'wrapper',
    path: 'data result results response embedded d body payload hits content list items page value values return',
    type: 'object',
    worth: 2,
  },
  // Parts of a next that is an object.
  { role: 'linkPart', path: 'href url link uri', type: 'text', worth: 3 },
  { role: 'cursorPart', path: 'startingafter', type: 'value', worth: 3 },
  { role: 'cursorPart', path: 'after', type: 'value', worth: 2 },
  { role: 'cursorPart', path: 'page', type: 'value', worth: 1 },
  // What describes items, other objects, or what went wrong.
  {
    role: 'otherList',
    path: '@* $* field fields columns schema schemas link links error errors fault first warnings included facets aggregations',
    type: 'list',
    worth: 3,
  },
  { role: 'more', path: 'hasmore* hasnext* moreitems* morerecords', type: 'flag', worth: 2 },
  { role: 'more', path: 'exceededtransferlimit', type: 'flag', worth: 3, isSparse: true },
  {
    role: 'done',
    path: 'done isdone last islast lastpage islastpage finished isfinished complete iscomplete completed iscompleted end isend endreached isendreached endoflist isendoflist endofstream isendofstream',
    type: 'flag',
    worth: 1,
  },
  {
    role: 'nextLink',
    path: 'nextpagelink nexthref nextpagehref nextpath nextpagepath hydra:next',
    type: 'text',
    worth: 2,
  },
  {
    role: 'total',
    path: 'hydra:totalitems hydra:totalsize hydra:totalrecords totalsize totalrecords recordstotal numfound totalrows @odata.count odata.count numbermatched',
    type: 'count',
    worth: 2,
  },
  { role: 'total', path: 'count', type: 'count', worth: 1 },
  {
    role: 'total',
    path: 'header:xtotal header:xtotalcount header:xwptotal header:xwptotalcount header:contentrange header:xpaginationitemcount header:xpaginationtotalcount',
    type: 'count',
    worth: 2,
  },
  { role: 'lastPage', path: 'totalpages lastpage pagecount numpages', type: 'count', worth: 3 },
  { role: 'lastPage', path: 'pages', type: 'count', worth: 2 },
  { role: 'lastPage', path: 'last', type: 'count', worth: 1 },
  {
    role: 'lastPage',
    path: 'header:xtotalpages header:xpages header:xwptotalpages header:xpaginationpagecount header:xpaginationtotalpages',
    type: 'count',
    worth: 2,
  },
];

/** What requests call it; many responses repeat that. */
const inRequests: ReadonlyArray<Convention> = [
  { role: 'page', path: 'page', type: 'count', worth: 3 },
  {
    role: 'page',
    path: 'pagenumber pageno pagenum pageindex currentpage page[number] page[current] searchcriteria[currentpage] p',
    type: 'count',
    worth: 2,
  },
  // Only in responses: in a request it is often a size.
  { role: 'page', path: 'number', type: 'count', worth: 1 },
  { role: 'offset', path: 'offset', type: 'count', worth: 3 },
  {
    role: 'offset',
    path: '$skip skip start from startindex startat startposition resultoffset page[offset] filter[skip] filter[offset]',
    type: 'count',
    worth: 2,
  },
  {
    role: 'size',
    path: 'limit top take count size perpage pagesize rows maxresults itemsperpage resultrecordcount n num length $limit $top $take $count $size page[limit] page[size] filter[limit] filter[size]',
    type: 'count',
    worth: 2,
  },
  {
    role: 'cursor',
    path: 'cursor pagecursor nextcursor startcursor token pagetoken nexttoken starttoken marker pagemarker nextmarker startmarker continue startafter startingafter exclusivestart*',
    type: 'value',
    worth: 3,
  },
  { role: 'cursor', path: 'after', type: 'value', worth: 2 },
  { role: 'cursor', path: 'since start startkey last', type: 'value', worth: 1 },
  {
    role: 'previous',
    path: 'endingbefore prevcursor previouscursor prevpagecursor previouspagecursor prevtoken previoustoken prevpagetoken previouspagetoken',
    type: 'value',
    worth: 3,
  },
  { role: 'previous', path: 'before', type: 'value', worth: 2 },
];

/** Cursors by names that are rarer than those of law 41, or mean something else in other places. */
const cursorRows: ReadonlyArray<Convention> = [
  {
    role: 'nextCursor',
    path: 'nextpagecursor nextcontinuationtoken endcursor aftercursor',
    type: 'value',
    worth: 2,
  },
  { role: 'nextCursor', path: 'scrollid bookmark', type: 'value', worth: 2, isEndless: true },
  { role: 'nextCursor', path: 'lastevaluatedkey', type: 'any', worth: 2 },
  { role: 'nextCursor', path: 'next nextpage', type: 'value', worth: 2 },
  { role: 'nextCursor', path: 'after cursor', type: 'value', worth: 1 },
  { role: 'nextCursor', path: 'next*', type: 'value', worth: 1 },
  { role: 'nextCursor', path: 'offset nextoffset', type: 'text', worth: 1 },
  {
    role: 'nextCursor',
    path: 'header:xmscontinuation header:xmscontinuationtoken header:xnextpage header:xnextcursor header:nextcursor header:xnextpagetoken header:nextpagetoken header:xnexttoken header:nexttoken',
    type: 'value',
    worth: 2,
  },
];

/** The parameters that take a cursor, by the name of the cursor. */
const takerRows: ReadonlyArray<Convention> = [
  ...(
    [
      ['nextpagetoken', 'page_token token next_page_token'],
      ['nexttoken', 'next_token pagination_token page_token token'],
      [
        'nextcursor nextpagecursor',
        'cursor start_cursor next_cursor after page_cursor page[cursor] page[after]',
      ],
      ['nextmarker', 'marker'],
      ['continuationtoken nextcontinuationtoken', 'continuation_token continuation'],
      ['header:xmscontinuation', 'header:x-ms-continuation'],
      ['header:xmscontinuationtoken', 'continuationToken'],
      ['header:xnextcursor header:nextcursor', 'cursor next_cursor'],
      [
        'header:xnextpagetoken header:nextpagetoken header:xnexttoken header:nexttoken',
        'page_token token next_token',
      ],
      ['nextpage header:xnextpage', 'page'],
      ['endcursor', 'after cursor'],
      ['aftercursor', 'cursor after page[after]'],
      ['lastevaluatedkey', 'exclusive_start_key'],
      ['next', 'cursor next after page_token next_token page[cursor] page[after]'],
      ['after', 'after'],
      ['startingafter', 'starting_after'],
      ['cursor', 'cursor after next_cursor'],
      ['offset nextoffset', 'offset'],
      ['continue', 'continue'],
      ['scrollid', 'scroll_id'],
      ['bookmark', 'bookmark'],
    ] as const
  ).map(([path, to]): Convention => ({ role: 'taker', path, type: 'any', worth: 2, to })),
  // CouchDB takes another name than the one that it repeats, and so does Feathers.
  { role: 'taker', path: 'offset', type: 'count', worth: 3, to: 'skip', beside: 'totalrows' },
  { role: 'taker', path: 'skip', type: 'count', worth: 3, to: 'skip $skip' },
  { role: 'taker', path: 'start', type: 'count', worth: 3, to: 'start offset' },
  { role: 'taker', path: 'lastid', type: 'value', worth: 3, to: 'after after_id last_id' },
  { role: 'taker', path: 'pagination/page', type: 'count', worth: 3, to: 'page pagination[page]' },
  // Elasticsearch and CKAN are known by their total.
  { role: 'taker', path: 'total/value', type: 'count', worth: 3, to: 'from' },
  { role: 'taker', path: 'result/count', type: 'count', worth: 3, to: 'start' },
  // The number of items that goes with a size in the address.
  { role: 'taker', path: '$limit', type: 'count', worth: 3, to: '$offset $skip' },
  { role: 'taker', path: '$top', type: 'count', worth: 3, to: '$skip' },
  { role: 'taker', path: 'maxresults', type: 'count', worth: 3, to: 'startAt start' },
  { role: 'taker', path: 'rows', type: 'count', worth: 3, to: 'start' },
  { role: 'taker', path: 'currentpage number', type: 'count', worth: 3, to: 'page' },
  { role: 'taker', path: 'pagenumber', type: 'count', worth: 3, to: 'page_number page' },
  { role: 'taker', path: 'pageindex', type: 'count', worth: 3, to: 'page_index p page' },
  { role: 'taker', path: 'exceededtransferlimit', type: 'flag', worth: 3, to: 'resultOffset' },
  { role: 'taker', path: 'next*', type: 'any', worth: 1, to: '*' },
];

/** Words in a name that make a number a total, what makes it something else, and what makes something of the last item a cursor. */
const wordRows: ReadonlyArray<Convention> = [
  {
    role: 'totalWord',
    path: 'total totals count counts hits rows match matches matched records filtered',
    type: 'count',
    worth: 1,
  },
  {
    role: 'otherWord',
    path: 'page pages per limit max size offset start skip from first last next time took ms bytes failed deleted version',
    type: 'count',
    worth: 1,
  },
  {
    role: 'estimateWord',
    path: 'estimate estimated approximate approx',
    type: 'count',
    worth: 1,
  },
  {
    role: 'cursorWord',
    path: 'last end cursor marker after until since seq token key continuation',
    type: 'value',
    worth: 1,
  },
  // Where a reader of events stands: there is always a next position, and what comes then has not happened yet.
  {
    role: 'streamWord',
    path: 'stream position batch sync since watermark sequence',
    type: 'value',
    worth: 1,
  },
];

/** All that is known of what services call the things that pages are made of. */
export const conventions: ReadonlyArray<Convention> = [
  ...holderRows,
  ...flagRows,
  ...nextRows,
  ...totalRows,
  ...inResponses,
  ...inRequests,
  ...cursorRows,
  ...takerRows,
  ...wordRows,
];
