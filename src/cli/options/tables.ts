import {
  choice,
  flag,
  headed,
  perhaps,
  anyText,
  anyTexts,
  type Texts,
  value,
  values,
} from './Option';
import {
  baseAddress,
  basicUser,
  fileName,
  propertyName,
  rateLimit,
  fieldPaths,
  readItems,
  readLink,
  readMark,
  readOr,
  readPageSize,
  readSlot,
  readSource,
  readStatuses,
  wholeNumber,
} from './readers';
import { passwordVariable, secretVariable, tokenVariable } from './variables';

const logins = 'logins';

const credentials = 'Credentials:';

export const tokenOptions = headed(credentials, {
  tokenEnv: anyText(
    '--token-env <name>',
    `environment variable that holds the bearer token (default: ${tokenVariable})`,
    { oneOf: logins },
  ),
  tokenFile: anyText('--token-file <file>', 'file that holds the bearer token', {
    oneOf: logins,
  }),
});

/** Logins of `list`, `search`, `walk` and `codec`; `check` sends a token as it is. */
export const loginOptions = headed(credentials, {
  oauth: anyText(
    '--oauth <token-url>',
    `get tokens there; needs --client-id, and ${secretVariable} or --client-secret-file`,
    { oneOf: logins },
  ),
  clientId: anyText('--client-id <id>', 'with --oauth: the id of the client', {
    with: ['oauth'],
  }),
  clientSecretFile: anyText(
    '--client-secret-file <file>',
    'with --oauth: file that holds the secret of the client',
    { with: ['oauth'] },
  ),
  scope: anyText('--scope <scope>', 'with --oauth: what to ask for', { with: ['oauth'] }),
  netrc: flag('--netrc', 'send the user and the password that .netrc has for the host', {
    oneOf: logins,
  }),
});

/** What authenticates requests to any API beside tokens and logins, and their other headers. */
export const headerOptions = headed(credentials, {
  auth: value(
    '--auth <basic:user>',
    `send this user, and the password of ${passwordVariable} or of a prompt`,
    basicUser,
    { oneOf: logins },
  ),
  header: anyTexts(
    '-H, --header <header>',
    'a header of every request, NAME: VALUE, that is no secret',
  ),
  headersFile: anyText('--headers-file <file>', 'headers of every request, a NAME: VALUE per line'),
});

export const serviceOptions = headed('Service:', {
  baseUrl: value(
    '--base-url <url>',
    'address of the service (default: an embedded service with demo data)',
    baseAddress,
  ),
});

/** What is searched, in revision 2.0. */
export const searchOptions = {
  apiFamily: anyText(
    '--api-family <name>',
    'the family of search endpoints (optional with the embedded service)',
  ),
  query: anyText('--query <json>', 'the query definition (default: {"type":"empty"})'),
};

/** Where `serve` and `show` listen. */
export const portOptions = {
  port: value('--port <n>', 'the port to listen on (default: a free one)', wholeNumber(0, 65_535)),
};

const pace = 'Pace:';

export const exchangeOptions = headed(pace, {
  timeout: value(
    '--timeout <ms>',
    'milliseconds for one exchange, 0 for no limit (default: 60000)',
    wholeNumber(0),
  ),
});

/** How patient a walk is. */
export const patienceOptions = headed(pace, {
  attempts: value('--attempts <n>', 'maximum requests for one page (default: 5)', wholeNumber(1)),
  polite: value(
    '--polite <n/min>',
    'maximum requests at once[/per minute]; all wait after a 429',
    rateLimit,
  ),
});

/** What is said while a command runs. */
export const progressOptions = headed('Progress:', {
  progress: flag('--progress', 'draw the progress line even if standard output is a pipe', {
    not: { quiet: '' },
  }),
  quiet: flag('-q, --quiet', 'no progress line and no summary'),
});

const schemes = 'schemes';

/** What a response has, what goes into the next request, and what else tells how an API is paged. */
export const schemeOptions = headed('How it is paged:', {
  items: value(
    '--items <path>',
    "where the items of a page are, '.' for the whole body, PATH.* for the values of an object (default: data)",
    readItems,
  ),
  cursor: values(
    '--cursor <source>',
    'where a response has the cursor of the next page; needs --to',
    readOr(null),
    { oneOf: schemes },
  ),
  link: perhaps(
    '--link [source]',
    'where a response links to the next page (default: link:next)',
    readLink,
    { oneOf: schemes },
  ),
  offset: value('--offset <slot>', 'where the number of items to skip goes', readSlot, {
    oneOf: schemes,
  }),
  page: value('--page <slot>', 'where the number of the page goes', readSlot, { oneOf: schemes }),
  lastId: value(
    '--last-id <path>',
    'the property of the last item that selects the next page; needs --to',
    readOr(null),
    { oneOf: schemes },
  ),
  onePage: flag('--one-page', 'the first response has all items', { oneOf: schemes }),
  to: values(
    '--to <slot>',
    'where the cursor, or the last id, goes in the next request',
    readSlot,
    { with: ['cursor', 'lastId'] },
  ),
  more: value(
    '--more <source>',
    'where a response says whether there are more pages',
    readOr(false),
    { with: ['cursor', 'offset', 'page', 'lastId'] },
  ),
  total: value(
    '--total <source>',
    'with --offset or --page: where a response says how many items there are',
    readOr(null),
    { with: ['offset', 'page'] },
  ),
  last: value(
    '--last <source>',
    'where a response says whether it is the last page; with --page also: the number of the last page',
    readOr(null),
    { with: ['cursor', 'link', 'offset', 'page', 'lastId'] },
  ),
  first: anyText(
    '--first <value>',
    'the cursor, the offset or the page that the first request carries',
    { with: ['cursor', 'offset', 'page'] },
  ),
  untilEmpty: flag(
    '--until-empty',
    'with --cursor or --link: every page has one, and the first empty page is the end',
    { with: ['cursor', 'link'] },
  ),
  pastEnd: value(
    '--past-end <status>',
    'with --offset or --page: the statuses that mean "there is no such page"',
    readStatuses,
    { with: ['offset', 'page'] },
  ),
  mayRepeat: flag(
    '--may-repeat',
    'with --offset or --page: two equal pages may follow each other',
    { with: ['offset', 'page'] },
  ),
  errors: value('--errors <source>', 'where a 2xx response reports errors', readOr(null)),
  anyOrigin: flag(
    '--any-origin',
    'with --link: follow the path and the query of links that name another host',
    { with: ['link'] },
  ),
  pageSize: value('--page-size <slot=n>', 'items per page, such as limit=100', readPageSize),
  method: choice('--method <method>', 'GET, or POST as --body makes it', ['GET', 'POST']),
  form: flag('--form', 'with --body: send it as a form, not as JSON', {
    with: ['body'],
    why: 'it has the fields of the form',
  }),
});

/** What is asked for, and is no part of how it is paged. */
export const requestOptions = headed('How it is paged:', {
  ahead: value(
    '--ahead <n>',
    'with --offset or --page: pages to request at once, 0 to 32',
    wholeNumber(0, 32),
  ),
  body: anyText('--body <json>', 'send POSTs with this body; @FILE reads it from a file'),
});

/** Options that describe a scheme, each as a command line has it. */
export type SchemeTexts = Texts<typeof schemeOptions>;

/** The options of which a walk needs one. */
export const schemeNames = ['cursor', 'link', 'offset', 'page', 'lastId', 'onePage'] as const;

export type SchemeName = (typeof schemeNames)[number];

/** How `walk` looks at a first response. */
export const lookOptions = headed('How it is paged:', {
  probe: flag<false>('--no-probe', 'look at the first response only, and do not try page 2', {
    not: Object.fromEntries(
      ['items', ...schemeNames].map((name) => [
        name,
        'page 2 is tried only where no option says how the list is paged',
      ]),
    ),
  }),
});

/** What of the list is read: whether its end is doubted, the list of each item, or what is new. */
export const listOptions = headed('What is read:', {
  checkEnd: flag<false>(
    '--no-check-end',
    'do not fail if the last response says elsewhere that there is more',
  ),
  each: value(
    '--each <path>',
    'the property of an item that goes into the address of its list; needs --then',
    readSource,
    { with: ['then'] },
  ),
  then: anyText(
    '--then <url>',
    'with --each: write the items of that list, {} stands for the property; both are paged alike',
    { with: ['each'] },
  ),
  mark: value(
    '--mark <path[=slot[=template]]>',
    'with --out and --resume: each run asks only for what is new since the last one, such as updated_at=since, and adds it to the file; PATH alone: newest first',
    readMark,
    {
      with: ['resume'],
      why: 'the mark is kept beside the file that it belongs to',
      not: {
        limit: 'what is cut off would never come',
        'format=json': 'what is new is added to the file, which an array does not allow',
        each: 'a parent may stay as it is while its list grows',
      },
    },
  ),
});

/** The formats in which items are written. */
export const formatNames = ['ndjson', 'json', 'csv'] as const;

export const outputOptions = headed('Output:', {
  limit: value('--limit <n>', 'stop after this many objects', wholeNumber(1)),
  maxPages: value('--max-pages <n>', 'fail if there are more pages than this', wholeNumber(1)),
  format: choice('--format <format>', 'how objects are written (default: ndjson)', formatNames),
  fields: value(
    '--fields <names>',
    'write only these properties, such as id,user.name',
    fieldPaths,
  ),
  escapeFormulas: flag(
    '--escape-formulas',
    'csv for spreadsheets: no cell of it is run as a formula',
    { with: ['format=csv'] },
  ),
  out: anyText('-o, --out <file>', 'write to a file, which appears when it is complete'),
  resume: perhaps(
    '--resume [file]',
    'keep the place in a file (default: OUT.place), and continue from there after a crash; needs --out',
    fileName,
    {
      with: ['out'],
      why: 'a walk can only be continued where its objects are in a file',
    },
  ),
  breakLock: flag(
    '--break-lock',
    'with --resume: take the files over from a run in another container or on another machine, which must have ended',
    { with: ['resume'] },
  ),
  key: value(
    '--key <name>',
    'on standard output: property that tells objects apart, so that the walk can begin again when a page token has expired',
    propertyName,
    { not: { out: 'a walk into a file begins again by itself, so leave --key out' } },
  ),
  events: anyText('--events <file>', 'write what happens to a file, to look at with pagewalk show'),
});
