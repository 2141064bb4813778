// What services call the things that pages are made of: one table for the end of a walk that is doubted (law 41) and for what
// `pagewalk walk` recognises. Each is a constant of its own, so that a bundle has only those that it uses.

/** A name as the table has it: in lower case, without `_` and `-`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** The objects of a response that hold what it says about pages. */
export const holderNames =
  /^(meta(data)?|pages?|paging(info)?|pagination|pageinfo|responsemetadata|cursors?|links)$/;

export const moreNames = /^(has(more|next(page)?)|more|(is)?truncated)$/;

/** The same by longer names, and whether this was the last page. */
export const otherMoreNames = /^(has(more|next)|moreitems)/;
export const doneNames = /^(is)?(done|last(page)?|finished|completed?|end(reached|oflist)?)$/;

/** A link to the next page, or its number. */
export const nextLinkNames = /^(next(link|page|(page)?ur[il]|recordsurl)?|@?odata\.nextlink)$/;

/** The same link by names that are rarer. */
export const otherNextNames = /^next(page)?(link|href|path)$/;

export const nextCursorNames = /^(next(cursor|marker|(page)?token)|continue|continuationtoken)$/;

/** The part of such a link or cursor that has its value, where it is an object. */
export const nextPartNames = /^(href|url|link|after|page|startingafter)$/;

export const previousNames = /^(prev|previous|before)$/;

export const totalNames = /^(total(count|elements|items|results)?|nbhits)$/;

/** What says that the service gave up before it had looked everywhere. */
export const partialNames = /^(incomplete(results|search)|timedout)$/;

// Of two names in the same place, that of the earlier expression counts.

/** The same by names that are rarer, or that mean something else in other places. */
export const otherTotalNames = [
  /^((hydra:)?total(items|size|records)|recordstotal|numfound|@?odata\.count|numbermatched)$/,
  /^count$/,
];

/** Words in a name that make a number a total, and words that make it something else. */
export const totalWords = /^(totals?|counts?|hits|rows|match(es|ed)|records|filtered)$/;
export const otherNumberWords =
  /^(pages?|per|limit|max|size|offset|start|skip|from|first|last|next|time|took|ms|bytes|failed|deleted|version)$/;

/** Words in a name that make what equals the last item a cursor, and what requests call such a cursor. */
export const cursorWords =
  /^(last|end|cursor|marker|after|until|since|seq|token|key|continuation)$/;
export const afterNames =
  /^(since|(start(ing)?)?after|start(key|token)?|marker|cursor|last|exclusivestart.*)$/;

export const lastPageNames = [/^(totalpages|lastpage|pagecount|numpages)$/, /^pages$/, /^last$/];

export const pageNames = [/^page$/, /^(pagenumber|pageno|pageindex|currentpage|page\[number\]|p)$/];

export const offsetNames = [
  /^offset$/,
  /^(\$?skip|start|from|startindex|startat|resultoffset|page\[offset\]|filter\[(skip|offset)\])$/,
];

/** How many objects a request asks for. */
export const sizeNames =
  /^(\$|filter\[|page\[)?(limit|top|take|count|size|perpage|pagesize|rows|maxresults|itemsperpage|resultrecordcount|n|num|length)\]?$/;

/** The list of objects in a response. */
export const itemNames =
  /^(items?|data|results?|records?|values?|entry|entries|features|ordereditems|(hydra:)?member|resources|rows|hits|edges|nodes|docs|content|objects|list|elements|leases)$/;

/** Lists of something else: what describes items, other objects, or what went wrong. */
export const otherListNames =
  /^(@.*|\$.*|fields?|columns|schemas?|links?|errors?|fault|first|warnings|included|facets|aggregations)$/;

/** A cursor in a response, and the parameters that take it; `$1` is what its name has in brackets here. */
export const cursorPairs: ReadonlyArray<readonly [from: RegExp, to: string]> = [
  [/^nextpagetoken$/, 'pagetoken token nextpagetoken'],
  [/^nexttoken$/, 'nexttoken pagetoken token'],
  [
    /^next(?:page)?cursor$/,
    'cursor after startcursor pagecursor nextcursor page[cursor] page[after]',
  ],
  [/^nextmarker$/, 'marker'],
  [/^(?:next)?continuationtoken$/, 'continuationtoken continuation'],
  [/^nextpage$/, 'page'],
  [/^endcursor$/, 'after cursor'],
  [/^lastevaluatedkey$/, 'exclusivestartkey'],
  [/^next$/, 'next cursor after pagetoken nexttoken page[cursor] page[after]'],
  [/^(after|cursor|continue|scrollid|bookmark)$/, '$1'],
  [/^next(\w+)$/, '$1'],
];
