/** A request as a service of this file reads it. */
export interface Asked {
  readonly query: URLSearchParams;
  /** Where the service is, for links that name it. */
  readonly origin: string;
  readonly path: string;
}

interface Reply {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

/** A service in the shape of the public documentation of one, by its name. */
export interface PublicShape {
  readonly name: string;
  readonly address: string;
  readonly reply: (asked: Asked) => Reply;
}

type Thing = Readonly<Record<string, unknown>>;

/** All that a service has: more than four pages, the last of which is not full. */
const count = 23;
export const all: ReadonlyArray<Thing> = Array.from({ length: count }, (_, index) => ({
  id: index * 7 + 100,
  name: `thing ${index}`,
  created: `2024-01-${String(index + 1).padStart(2, '0')}T00:00:00Z`,
}));

const size = 5;
const pageCount = Math.ceil(count / size);

const numberIn = (query: URLSearchParams, name: string, other: number): number =>
  Number(query.get(name) ?? other);

const from = (start: number): ReadonlyArray<Thing> => all.slice(start, start + size);

/** A cursor says where it leads, so that nobody can guess it. */
const cursorTo = (start: number): string => Buffer.from(`to:${start}`).toString('base64url');
const startAt = (cursor: string | null): number =>
  Number(/^to:(\d+)$/.exec(Buffer.from(cursor ?? '', 'base64url').toString())?.[1] ?? 0);

/** A page behind a cursor: its items, and the cursor of the next one. */
interface CursorPage {
  readonly items: ReadonlyArray<Thing>;
  readonly next: string | undefined;
  readonly hasMore: boolean;
}

const byCursor =
  (name: string, of: (page: CursorPage, asked: Asked) => unknown) =>
  (asked: Asked): Reply => {
    const start = startAt(asked.query.get(name));
    const hasMore = start + size < count;
    const next = hasMore ? cursorTo(start + size) : undefined;
    return { body: of({ items: from(start), next, hasMore }, asked) };
  };

/** A cursor on every page, also on an empty one: there it leads to the same empty page, or to another one. */
const byEndlessCursor =
  (
    name: string,
    of: (page: Omit<CursorPage, 'hasMore'>) => unknown,
    last: 'the same' | 'another' = 'the same',
  ) =>
  ({ query }: Asked): Reply => {
    const start = startAt(query.get(name));
    const behind = start + size;
    const next = cursorTo(last === 'another' ? behind : Math.min(behind, count));
    return { body: of({ items: from(start), next }) };
  };

/** A page with a number. */
interface NumberPage {
  readonly items: ReadonlyArray<Thing>;
  readonly number: number;
  readonly hasMore: boolean;
  /** The address of the next page. */
  readonly next: string | null;
}

const byNumber =
  (
    name: string,
    of: (page: NumberPage, asked: Asked) => unknown,
    begin = 1,
    headersOf: (page: NumberPage) => Readonly<Record<string, string>> = () => ({}),
  ) =>
  (asked: Asked): Reply => {
    const number = numberIn(asked.query, name, begin);
    const hasMore = (number - begin + 1) * size < count;
    const query = new URLSearchParams(asked.query);
    query.set(name, String(number + 1));
    const next = hasMore ? `${asked.origin}${asked.path}?${query.toString()}` : null;
    const page = { items: from((number - begin) * size), number, hasMore, next };
    return { body: of(page, asked), headers: headersOf(page) };
  };

/** A page that begins at an item. */
interface OffsetPage {
  readonly items: ReadonlyArray<Thing>;
  readonly start: number;
  readonly hasMore: boolean;
  readonly next: string | null;
}

const byOffset =
  (name: string, of: (page: OffsetPage, asked: Asked) => unknown, begin = 0) =>
  (asked: Asked): Reply => {
    const start = numberIn(asked.query, name, begin);
    const hasMore = start - begin + size < count;
    const query = new URLSearchParams(asked.query);
    query.set(name, String(start + size));
    const next = hasMore ? `${asked.origin}${asked.path}?${query.toString()}` : null;
    return { body: of({ items: from(start - begin), start, hasMore, next }, asked) };
  };

/** The page behind an item by its id. */
const byId =
  (name: string, of: (page: OffsetPage) => unknown) =>
  (asked: Asked): Reply => {
    const found = all.findIndex(({ id }) => String(id) === asked.query.get(name));
    const start = found + 1;
    return { body: of({ items: from(start), start, hasMore: start + size < count, next: null }) };
  };

const linkHeader = ({ next }: NumberPage): Readonly<Record<string, string>> =>
  next === null ? {} : { link: `<${next}>; rel="next"` };

const relative = (next: string | null): string | null =>
  next === null ? null : next.replace(/^https?:\/\/[^/]+/, '');

const service = (name: string, address: string, reply: PublicShape['reply']): PublicShape => ({
  name,
  address,
  reply,
});

const linked: ReadonlyArray<PublicShape> = [
  service(
    'GitHub',
    '/repos/a/b/issues',
    byNumber('page', ({ items }) => items, 1, linkHeader),
  ),
  service(
    'GitHub search',
    '/search/issues?q=x',
    byNumber(
      'page',
      ({ items }) => ({ total_count: count, incomplete_results: false, items }),
      1,
      linkHeader,
    ),
  ),
  service(
    'GitLab',
    '/api/v4/projects',
    byNumber(
      'page',
      ({ items }) => items,
      1,
      (page) => ({
        ...linkHeader(page),
        'x-page': String(page.number),
        'x-per-page': String(size),
        'x-total': String(count),
        'x-total-pages': String(pageCount),
        'x-next-page': page.hasMore ? String(page.number + 1) : '',
      }),
    ),
  ),
  service(
    'WordPress',
    '/wp-json/wp/v2/posts',
    byNumber(
      'page',
      ({ items }) => items,
      1,
      (page) => ({
        ...linkHeader(page),
        'x-wp-total': String(count),
        'x-wp-totalpages': String(pageCount),
      }),
    ),
  ),
  service(
    'Shopify',
    '/admin/api/products.json',
    byNumber('page_info', ({ items }) => ({ products: items }), 1, linkHeader),
  ),
  service(
    'Mastodon',
    '/api/v1/statuses',
    byNumber('max_id', ({ items }) => items, 1, linkHeader),
  ),
  service(
    'Django REST framework',
    '/things/',
    byNumber('page', ({ items, next }) => ({ count, next, previous: null, results: items })),
  ),
  service(
    'PokeAPI',
    '/api/v2/pokemon',
    byOffset('offset', ({ items, next }) => ({ count, next, previous: null, results: items })),
  ),
  service(
    'Rick and Morty',
    '/api/character',
    byNumber('page', ({ items, next }) => ({
      info: { count, pages: pageCount, next, prev: null },
      results: items,
    })),
  ),
  service(
    'Microsoft Graph',
    '/v1.0/users',
    byNumber('$skiptoken', ({ items, next }) => ({
      '@odata.context': 'https://graph.example.com/$metadata#users',
      ...(next && { '@odata.nextLink': next }),
      value: items,
    })),
  ),
  service(
    'Azure Resource Manager',
    '/subscriptions?api-version=1',
    byNumber('$skipToken', ({ items, next }) => ({
      value: items,
      ...(next && { nextLink: next }),
    })),
  ),
  service(
    'Salesforce',
    '/services/data/query?q=x',
    byNumber('batch', ({ items, next }) => ({
      totalSize: count,
      done: next === null,
      ...(next && { nextRecordsUrl: relative(next) }),
      records: items,
    })),
  ),
  service(
    'JSON:API',
    '/articles',
    byNumber('page[number]', ({ items, next }, { origin }) => ({
      links: { self: `${origin}/articles`, next, last: `${origin}/articles?page[number]=5` },
      data: items,
    })),
  ),
  service(
    'HAL',
    '/orders',
    byNumber('page', ({ items, next }, { origin }) => ({
      _links: { self: { href: `${origin}/orders` }, ...(next && { next: { href: next } }) },
      _embedded: { orders: items },
      total: count,
    })),
  ),
  service(
    'FHIR',
    '/Patient',
    byNumber('_page', ({ items, next }, { origin }) => ({
      resourceType: 'Bundle',
      type: 'searchset',
      total: count,
      link: [
        { relation: 'self', url: `${origin}/Patient` },
        ...(next ? [{ relation: 'next', url: next }] : []),
      ],
      entry: items,
    })),
  ),
  service(
    'OGC API Features',
    '/collections/x/items',
    byOffset('offset', ({ items, next }, { origin }) => ({
      type: 'FeatureCollection',
      features: items,
      links: [
        { rel: 'self', href: `${origin}/collections/x/items` },
        ...(next ? [{ rel: 'next', href: next }] : []),
      ],
      numberMatched: count,
      numberReturned: items.length,
    })),
  ),
  service(
    'Facebook Graph',
    '/me/posts',
    byNumber('after', ({ items, next, number }) => ({
      data: items,
      paging: { cursors: { before: 'b', after: cursorTo(number) }, ...(next && { next }) },
    })),
  ),
  service(
    'Spotify',
    '/v1/albums/x/tracks',
    byOffset('offset', ({ items, next, start }, { origin }) => ({
      href: `${origin}/v1/albums/x/tracks`,
      items,
      limit: size,
      next,
      offset: start,
      previous: null,
      total: count,
    })),
  ),
  service(
    'Zendesk',
    '/api/v2/tickets.json',
    byNumber('page', ({ items, next }) => ({
      tickets: items,
      count,
      next_page: next,
      previous_page: null,
    })),
  ),
  service(
    'Zendesk by cursor',
    '/api/v2/users?page[size]=5',
    byNumber('page[after]', ({ items, next, hasMore, number }) => ({
      users: items,
      meta: { has_more: hasMore, after_cursor: cursorTo(number), before_cursor: 'b' },
      links: { next, prev: null },
    })),
  ),
  service(
    'DigitalOcean',
    '/v2/droplets',
    byNumber('page', ({ items, next }) => ({
      droplets: items,
      links: next ? { pages: { next, last: 'https://api.example.com/v2/droplets?page=5' } } : {},
      meta: { total: count },
    })),
  ),
  service(
    'Asana',
    '/api/1.0/tasks?limit=5',
    byOffset('offset', ({ items, next, start }) => ({
      data: items,
      next_page: next ? { offset: String(start + size), path: relative(next), uri: next } : null,
    })),
  ),
  service(
    'Twilio',
    '/2010-04-01/Calls.json',
    byNumber(
      'Page',
      ({ items, next, number }) => ({
        calls: items,
        end: number * size + 4,
        first_page_uri: '/2010-04-01/Calls.json?Page=0',
        next_page_uri: relative(next),
        page: number,
        page_size: size,
        previous_page_uri: null,
        start: number * size,
        uri: '/2010-04-01/Calls.json',
      }),
      0,
    ),
  ),
  service(
    'Bitbucket',
    '/2.0/repositories',
    byNumber('page', ({ items, next, number }) => ({
      values: items,
      pagelen: size,
      size: count,
      page: number,
      ...(next && { next }),
    })),
  ),
  service(
    'Vimeo',
    '/me/videos',
    byNumber('page', ({ items, next, number }) => ({
      total: count,
      page: number,
      per_page: size,
      paging: { next: relative(next), previous: null, first: '/me/videos?page=1' },
      data: items,
    })),
  ),
  service(
    'Confluence',
    '/wiki/rest/api/content',
    byOffset('start', ({ items, next, start }) => ({
      results: items,
      start,
      limit: size,
      size: items.length,
      _links: { self: '/wiki/rest/api/content', ...(next && { next: relative(next) }) },
    })),
  ),
  service(
    'Laravel',
    '/api/posts',
    byNumber('page', ({ items, next, number }) => ({
      current_page: number,
      data: items,
      last_page: pageCount,
      next_page_url: next,
      per_page: size,
      to: number * size,
      total: count,
    })),
  ),
  service(
    'HubSpot',
    '/crm/v3/objects/contacts',
    byOffset('after', ({ items, next, start }) => ({
      results: items,
      ...(next && { paging: { next: { after: String(start + size), link: next } } }),
    })),
  ),
  service(
    'SendGrid',
    '/v3/marketing/lists',
    byCursor('page_token', ({ items, next }, { origin }) => ({
      result: items,
      _metadata: {
        self: `${origin}/v3/marketing/lists`,
        count,
        ...(next && { next: `${origin}/v3/marketing/lists?page_token=${next}` }),
      },
    })),
  ),
];

const cursored: ReadonlyArray<PublicShape> = [
  service(
    'Reddit',
    '/r/x/new.json',
    byCursor('after', ({ items, next }) => ({
      kind: 'Listing',
      data: { after: next ?? null, dist: items.length, children: items, before: null },
    })),
  ),
  service(
    'Intercom',
    '/contacts',
    byCursor('starting_after', ({ items, next }) => ({
      type: 'list',
      data: items,
      total_count: count,
      pages: {
        type: 'pages',
        ...(next && { next: { page: 2, starting_after: next } }),
        page: 1,
        per_page: size,
        total_pages: pageCount,
      },
    })),
  ),
  service(
    'Slack',
    '/api/users.list',
    byCursor('cursor', ({ items, next }) => ({
      ok: true,
      members: items,
      cache_ts: 1_498_777_272,
      response_metadata: { next_cursor: next ?? '' },
    })),
  ),
  service(
    'Notion',
    '/v1/users',
    byCursor('start_cursor', ({ items, next, hasMore }) => ({
      object: 'list',
      results: items,
      next_cursor: next ?? null,
      has_more: hasMore,
      type: 'user',
    })),
  ),
  service(
    'Google',
    '/calendar/v3/calendars/x/events',
    byCursor('pageToken', ({ items, next }) => ({
      kind: 'calendar#events',
      etag: '"1"',
      ...(next && { nextPageToken: next }),
      items,
    })),
  ),
  service(
    'YouTube',
    '/youtube/v3/search?part=snippet',
    byCursor('pageToken', ({ items, next }) => ({
      kind: 'youtube#searchListResponse',
      ...(next && { nextPageToken: next }),
      pageInfo: { totalResults: count, resultsPerPage: size },
      items,
    })),
  ),
  service(
    'Google Drive',
    '/drive/v3/files',
    byCursor('pageToken', ({ items, next }) => ({
      kind: 'drive#fileList',
      incompleteSearch: false,
      ...(next && { nextPageToken: next }),
      files: items,
    })),
  ),
  service(
    'Google Cloud',
    '/v1/projects',
    byCursor('pageToken', ({ items, next }) => ({
      projects: items,
      ...(next && { nextPageToken: next }),
    })),
  ),
  service(
    'Twitter',
    '/2/users/1/tweets',
    byCursor('pagination_token', ({ items, next }) => ({
      data: items,
      meta: { result_count: items.length, newest_id: '1', ...(next && { next_token: next }) },
    })),
  ),
  service(
    'Twitch',
    '/helix/streams',
    byCursor('after', ({ items, next }) => ({
      data: items,
      pagination: next ? { cursor: next } : {},
    })),
  ),
  service(
    'Bluesky',
    '/xrpc/app.bsky.feed.getAuthorFeed?actor=x',
    byCursor('cursor', ({ items, next }) => ({ feed: items, ...(next && { cursor: next }) })),
  ),
  service(
    'Square',
    '/v2/customers',
    byCursor('cursor', ({ items, next }) => ({ customers: items, ...(next && { cursor: next }) })),
  ),
  service(
    'Airtable',
    '/v0/app/Table',
    byCursor('offset', ({ items, next }) => ({ records: items, ...(next && { offset: next }) })),
  ),
  service(
    'Zoom',
    '/v2/users',
    byCursor('next_page_token', ({ items, next }) => ({
      page_count: pageCount,
      page_size: size,
      total_records: count,
      next_page_token: next ?? '',
      users: items,
    })),
  ),
  service(
    'Kubernetes',
    '/api/v1/pods?limit=5',
    byCursor('continue', ({ items, next }) => ({
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: { resourceVersion: '1', ...(next && { continue: next, remainingItemCount: 18 }) },
      items,
    })),
  ),
  service(
    'MediaWiki',
    '/w/api.php?action=query&list=allpages&format=json',
    byCursor('apcontinue', ({ items, next }) => ({
      ...(next ? { continue: { apcontinue: next, continue: '-||' } } : { batchcomplete: '' }),
      query: { allpages: items },
    })),
  ),
  service(
    'Relay over REST',
    '/graph/things',
    byCursor('after', ({ items, next, hasMore }) => ({
      nodes: items,
      pageInfo: { hasNextPage: hasMore, endCursor: next ?? null },
    })),
  ),
  service(
    'Figma',
    '/v1/teams/1/components',
    byCursor('after', ({ items, next }) => ({
      status: 200,
      error: false,
      meta: { components: items, cursor: { before: 1, ...(next && { after: next }) } },
    })),
  ),
  service(
    'Stripe',
    '/v1/charges',
    byId('starting_after', ({ items, hasMore }) => ({
      object: 'list',
      url: '/v1/charges',
      has_more: hasMore,
      data: items,
    })),
  ),
  service(
    'OpenAI',
    '/v1/files',
    byId('after', ({ items, hasMore }) => ({
      object: 'list',
      data: items,
      first_id: items[0]?.id,
      last_id: items.at(-1)?.id,
      has_more: hasMore,
    })),
  ),
  service(
    'Anthropic',
    '/v1/models',
    byId('after_id', ({ items, hasMore }) => ({
      data: items,
      has_more: hasMore,
      first_id: items[0]?.id,
      last_id: items.at(-1)?.id,
    })),
  ),
];

const endless: ReadonlyArray<PublicShape> = [
  service(
    'Solr by cursor',
    '/solr/x/select?q=x&rows=5&sort=id&cursorMark=*',
    byEndlessCursor('cursorMark', ({ items, next }) => ({
      responseHeader: { status: 0, QTime: 1 },
      response: { numFound: count, start: 0, numFoundExact: true, docs: items },
      nextCursorMark: next,
    })),
  ),
  service(
    'Crossref by cursor',
    '/works?rows=5&cursor=*',
    byEndlessCursor(
      'cursor',
      ({ items, next }) => ({
        status: 'ok',
        'message-type': 'work-list',
        message: { 'next-cursor': next, 'total-results': count, items, 'items-per-page': size },
      }),
      'another',
    ),
  ),
  service(
    'a cursor on every page',
    '/things',
    byEndlessCursor('cursor', ({ items, next }) => ({ items, next_cursor: next })),
  ),
  service(
    'another cursor on every page',
    '/things',
    byEndlessCursor(
      'after',
      ({ items, next }) => ({ data: items, pagination: { cursor: next } }),
      'another',
    ),
  ),
];

const numbered: ReadonlyArray<PublicShape> = [
  service(
    'TMDB',
    '/3/movie/popular',
    byNumber('page', ({ items, number }) => ({
      page: number,
      results: items,
      total_pages: pageCount,
      total_results: count,
    })),
  ),
  service(
    'Cloudflare',
    '/client/v4/zones',
    byNumber('page', ({ items, number }) => ({
      result: items,
      result_info: {
        page: number,
        per_page: size,
        total_pages: pageCount,
        count: items.length,
        total_count: count,
      },
      success: true,
      errors: [],
      messages: [],
    })),
  ),
  service(
    'Ghost',
    '/ghost/api/content/posts',
    byNumber('page', ({ items, number, hasMore }) => ({
      posts: items,
      meta: {
        pagination: {
          page: number,
          limit: size,
          pages: pageCount,
          total: count,
          next: hasMore ? number + 1 : null,
          prev: null,
        },
      },
    })),
  ),
  service(
    'Strapi',
    '/api/articles',
    byNumber('pagination[page]', ({ items, number }) => ({
      data: items,
      meta: { pagination: { page: number, pageSize: size, pageCount, total: count } },
    })),
  ),
  service(
    'Spring Data',
    '/orders',
    byNumber(
      'page',
      ({ items, number, hasMore }) => ({
        content: items,
        last: !hasMore,
        totalPages: pageCount,
        totalElements: count,
        size,
        number,
        first: number === 0,
        numberOfElements: items.length,
        empty: false,
      }),
      0,
    ),
  ),
  service(
    'Algolia',
    '/1/indexes/x',
    byNumber(
      'page',
      ({ items, number }) => ({
        hits: items,
        nbHits: count,
        page: number,
        nbPages: pageCount,
        hitsPerPage: size,
      }),
      0,
    ),
  ),
  service(
    'OpenAlex',
    '/works',
    byNumber('page', ({ items, number }) => ({
      meta: { count, db_response_time_ms: 12, page: number, per_page: size },
      results: items,
    })),
  ),
  service(
    'Eventbrite',
    '/v3/events/search',
    byNumber('page', ({ items, number, hasMore }) => ({
      pagination: {
        object_count: count,
        page_number: number,
        page_size: size,
        page_count: pageCount,
        has_more_items: hasMore,
      },
      events: items,
    })),
  ),
  service(
    'NewsAPI',
    '/v2/everything?q=x',
    byNumber('page', ({ items }) => ({ status: 'ok', totalResults: count, articles: items })),
  ),
  service(
    'Typeform',
    '/forms',
    byNumber('page', ({ items }) => ({ total_items: count, page_count: pageCount, items })),
  ),
  service(
    'Jira',
    '/rest/api/2/search',
    byOffset('startAt', ({ items, start }) => ({
      expand: 'schema',
      startAt: start,
      maxResults: size,
      total: count,
      issues: items,
    })),
  ),
  service(
    'Mailchimp',
    '/3.0/lists',
    byOffset('offset', ({ items }, { origin }) => ({
      lists: items,
      total_items: count,
      constraints: { may_create: true },
      _links: [
        { rel: 'self', href: `${origin}/3.0/lists`, method: 'GET' },
        { rel: 'create', href: `${origin}/3.0/lists`, method: 'POST' },
      ],
    })),
  ),
  service(
    'PagerDuty',
    '/incidents',
    byOffset('offset', ({ items, start, hasMore }) => ({
      incidents: items,
      limit: size,
      offset: start,
      total: null,
      more: hasMore,
    })),
  ),
  service(
    'Box',
    '/2.0/folders/0/items',
    byOffset('offset', ({ items, start }) => ({
      total_count: count,
      entries: items,
      offset: start,
      limit: size,
      order: [{ by: 'type', direction: 'ASC' }],
    })),
  ),
  service(
    'Contentful',
    '/spaces/x/entries',
    byOffset('skip', ({ items, start }) => ({
      sys: { type: 'Array' },
      total: count,
      skip: start,
      limit: size,
      items,
    })),
  ),
  service(
    'Crossref',
    '/works?query=x',
    byOffset('offset', ({ items }) => ({
      status: 'ok',
      'message-type': 'work-list',
      message: {
        facets: {},
        'total-results': count,
        items,
        'items-per-page': size,
        query: { 'start-index': 0, 'search-terms': 'x' },
      },
    })),
  ),
  service(
    'CouchDB',
    '/db/_all_docs?limit=5',
    byOffset('skip', ({ items, start }) => ({ total_rows: count, offset: start, rows: items })),
  ),
  service(
    'SCIM',
    '/scim/v2/Users',
    byOffset(
      'startIndex',
      ({ items, start }) => ({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: count,
        itemsPerPage: size,
        startIndex: start,
        Resources: items,
      }),
      1,
    ),
  ),
  service(
    'Pipedrive',
    '/v1/persons',
    byOffset('start', ({ items, start, hasMore }) => ({
      success: true,
      data: items,
      additional_data: {
        pagination: {
          start,
          limit: size,
          more_items_in_collection: hasMore,
          ...(hasMore && { next_start: start + size }),
        },
      },
    })),
  ),
  service(
    'CKAN',
    '/api/3/action/package_search',
    byOffset('start', ({ items }) => ({
      help: 'https://ckan.example.com/help',
      success: true,
      result: { count, sort: 'score desc', facets: {}, results: items, search_facets: {} },
    })),
  ),
  service(
    'Open Library',
    '/search.json?q=x',
    byOffset('offset', ({ items, start }) => ({
      numFound: count,
      start,
      numFoundExact: true,
      docs: items,
    })),
  ),
  service(
    'ArcGIS',
    '/arcgis/query?f=json',
    byOffset('resultOffset', ({ items, hasMore }) => ({
      objectIdFieldName: 'id',
      fields: [{ name: 'id', type: 'esriFieldTypeOID' }],
      ...(hasMore && { exceededTransferLimit: true }),
      features: items,
    })),
  ),
  service(
    'Elasticsearch',
    '/index/_search',
    byOffset('from', ({ items }) => ({
      took: 3,
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
      hits: { total: { value: count, relation: 'eq' }, max_score: 1, hits: items },
    })),
  ),
  service(
    'Socrata',
    '/resource/x.json?$limit=5',
    byOffset('$offset', ({ items }) => items),
  ),
];

/** What says that there is more in a way of one service alone, or says little. */
const others: ReadonlyArray<PublicShape> = [
  service(
    'Okta',
    '/api/v1/users?limit=5',
    byNumber(
      'after',
      ({ items }) => items,
      1,
      ({ next }) => ({
        link: `<https://x.example.com/api/v1/users>; rel="self"${next ? `, <${next}>; rel="next"` : ''}`,
      }),
    ),
  ),
  service(
    'Discourse',
    '/latest.json',
    byNumber(
      'page',
      ({ items, next }) => ({
        users: [{ id: 1 }],
        topic_list: {
          per_page: size,
          ...(next && { more_topics_url: relative(next) }),
          topics: items,
        },
      }),
      0,
    ),
  ),
  service(
    'Etherscan',
    '/api?module=account&action=txlist&page=1&offset=5',
    byNumber('page', ({ items }) => ({ status: '1', message: 'OK', result: items })),
  ),
  service(
    'Trello',
    '/1/boards/x/cards?limit=5',
    byId('before', ({ items }) => items),
  ),
];

export const services: ReadonlyArray<PublicShape> = [
  ...others,
  ...linked,
  ...cursored,
  ...endless,
  ...numbered,
];
