import type { Scheme, Settings } from './Settings';

/** How each scheme is described, and the names that this needs. */
const descriptions: Readonly<
  Record<Exclude<Scheme, 'revision 1.0'>, readonly [names: string, lines: ReadonlyArray<string>]>
> = {
  link: ['at, byLink, link, query', ['items: at(),', "paging: byLink(link('next')),"]],
  offset: [
    'at, byOffset, query',
    ["items: at('items'),", "paging: byOffset({ to: query('offset'), total: at('total') }),"],
  ],
  page: [
    'at, byPageNumber, query',
    ["items: at('items'),", "paging: byPageNumber({ to: query('page'), last: at('last') }),"],
  ],
  cursor: [
    'at, byCursor, query',
    [
      "items: at('items'),",
      "paging: byCursor({ from: at('next_cursor'), to: query('cursor'), more: at('has_more') }),",
    ],
  ],
  lastItem: [
    'at, byLastItem, query',
    ["paging: byLastItem({ from: at('id'), to: query('starting_after'), more: at('has_more') }),"],
  ],
};

const endpointLines = (scheme: Exclude<Scheme, 'revision 1.0'>): ReadonlyArray<string> => [
  'const employees = endpoint({',
  "  name: 'employees',",
  "  method: 'GET',",
  "  path: '/api/{objectType}',",
  "  pageSize: query('limit'),",
  ...descriptions[scheme][1].map((line) => `  ${line}`),
  '});',
  '',
];

/** A program that does what the playground does. */
export const codeFor = ({
  pageSize,
  latency,
  consumer,
  highWaterMark,
  readAhead,
  scheme,
}: Settings): string => {
  const isRevision = scheme === 'revision 1.0';
  const options = [`latency: ${latency}`, ...(isRevision ? [] : [`scheme: '${scheme}'`])].join(
    ', ',
  );
  const params = [
    "label: 'employee'",
    `pageSize: ${pageSize}`,
    ...(readAhead === 1 ? ['readAhead: 1'] : []),
    'valve',
  ];
  const walk = isRevision
    ? `client.list({ ontologyRid, objectType, ${params.join(', ')} })`
    : `client.objects(employees, { objectType, ${params.join(', ')} })`;
  const names = [
    'createClient',
    ...(isRevision ? [] : ['endpoint']),
    'orThrow',
    'retryExpired',
    'withValve',
  ];
  return [
    `import { ${names.join(', ')} } from 'pagewalk';`,
    "import { showWalks } from 'pagewalk/devtools';",
    ...(isRevision ? [] : [`import { ${descriptions[scheme][0]} } from 'pagewalk/paging';`]),
    "import { memoryService } from 'pagewalk/testing';",
    "import { timer } from 'rxjs';",
    '',
    `const { transport, ${isRevision ? 'ontologyRid, ' : ''}objectType } = memoryService({ ${options} });`,
    'const client = createClient({ transport });',
    'showWalks(client);',
    '',
    ...(isRevision ? [] : endpointLines(scheme)),
    `withValve({ highWaterMark: ${highWaterMark} }, (valve) =>`,
    `  ${walk}.pipe(`,
    `    retryExpired({ key: ${isRevision ? '({ properties }) => Number(properties.id)' : '({ id }) => Number(id)'} }),`,
    '    orThrow(),',
    `    valve.concatMap(() => timer(${consumer})), // the work on one object`,
    '  ),',
    ').subscribe({ error: (failure: Error) => console.error(failure.message) });',
    '',
  ].join('\n');
};
