import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as O from 'fp-ts/Option';
import * as t from 'io-ts';
import { pause } from '../spec/support/collect';
import { type Auth, type Endpoint, endpoint, headers, signed } from '../src/index';
import {
  at,
  body,
  byCursor,
  byLastItem,
  byLink,
  byOffset,
  byPageNumber,
  byRule,
  header,
  link,
  orElse,
  orEmpty,
  query,
} from '../src/paging';
import { account, azureSignature } from './azureSignature';
import type { Program, Started } from './startServer';

/** One way to page through a server, and what to expect of it. */
export interface Api {
  readonly name: string;
  readonly program: string;
  readonly endpoint: Endpoint;
  /** Without them, the size of a page alone. */
  readonly params?: Readonly<Record<string, unknown>>;
  readonly auth?: Auth;
  /** What tells an item from others: one of `ids`. Without it, the field `id`. */
  readonly idOf?: (item: unknown) => string;
  /** Removes an item from the server. */
  readonly remove: (server: Started, id: string) => Promise<unknown>;
  /** Objects that a deletion of something that was read already makes a walk skip: page numbers do that. */
  readonly skips?: number;
  /** The query string that the first request has for `pagewalk walk`. */
  readonly query?: string;
  /** A query string with which `pagewalk walk` finds the options itself. */
  readonly look?: string;
  /** The body of the POSTs that `pagewalk walk` sends. */
  readonly body?: unknown;
  /** Params for which the service has nothing, and leaves out its list. */
  readonly none?: Api['params'];
  /** A walk that the service refuses, and its words. */
  readonly refused?: Pick<Api, 'params'> &
    Partial<Pick<Api, 'endpoint'>> & { readonly message: string };
  /** The options of `pagewalk walk` for the same, where there are such, as a shell reads them. */
  readonly options: ReadonlyArray<string>;
}

/** A server, and how its items get there. */
export interface Server {
  readonly program: Program;
  readonly fill?: (server: Started) => Promise<unknown>;
}

/** The same items in every server. */
export const ids: ReadonlyArray<string> = Array.from(
  { length: 25 },
  (_, index) => `item-${String(index).padStart(2, '0')}`,
);

export const pageSize = 4;

export const send = async (url: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, init);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response;
};

const json = { 'content-type': 'application/json' };
export const post = (
  url: string,
  sent: unknown,
  more: Record<string, string> = {},
): Promise<Response> =>
  send(url, { method: 'POST', headers: { ...json, ...more }, body: JSON.stringify(sent) });

/** Emulators of Amazon's services look for a signature, and check none. */
const amazon = (service: string): Record<string, string> => ({
  authorization: `AWS4-HMAC-SHA256 Credential=k/20260101/r/${service}/aws4_request, SignedHeaders=host, Signature=s`,
  'x-amz-date': '20260101T000000Z',
});

const dynamo = (url: string, target: string, sent: object): Promise<Response> =>
  post(url, sent, {
    ...amazon('dynamodb'),
    'x-amz-target': `DynamoDB_20120810.${target}`,
    'content-type': 'application/x-amz-json-1.0',
  });

const kinesis = (url: string, target: string, sent: object): Promise<Response> =>
  post(url, sent, {
    ...amazon('kinesis'),
    'x-amz-target': `Kinesis_20131202.${target}`,
    'content-type': 'application/x-amz-json-1.1',
  });

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const sha256 = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** A repository is there once a manifest is. */
const pushImage = async (url: string, name: string): Promise<void> => {
  const config = '{}';
  const begun = await send(`${url}/v2/${name}/blobs/uploads/`, { method: 'POST' });
  const upload = new URL(begun.headers.get('location') ?? '', url);
  upload.searchParams.set('digest', sha256(config));
  await send(upload.href, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: config,
  });
  const type = 'application/vnd.docker.distribution.manifest.v2+json';
  const blob = {
    mediaType: 'application/vnd.docker.container.image.v1+json',
    size: config.length,
    digest: sha256(config),
  };
  await send(`${url}/v2/${name}/manifests/latest`, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: JSON.stringify({ schemaVersion: 2, mediaType: type, config: blob, layers: [] }),
  });
};

interface AzureRequest {
  readonly method: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const azure = async (url: string, path: string, init: AzureRequest): Promise<Response> =>
  send(url + path, {
    ...init,
    headers: {
      ...azureSignature({ url: path }),
      accept: 'application/json;odata=nometadata',
      ...json,
      ...init.headers,
    },
  });

const each = async (use: (id: string) => Promise<unknown>): Promise<void> => {
  for (const id of ids) await use(id);
};

/** A server of this folder, which gets the items by their ids. */
export const script = (file: string, needs: string, ready?: string): Server => ({
  program: {
    name: file,
    path: process.execPath,
    needs: join(__dirname, 'node_modules', needs),
    ...(ready !== undefined && { ready }),
    arguments: (port) => [join(__dirname, file), String(port), JSON.stringify(ids)],
  },
});

export const servers: Readonly<Record<string, Server>> = {
  dynalite: {
    program: {
      name: 'dynalite',
      arguments: (port) => ['--host', '127.0.0.1', '--port', String(port), '--createTableMs', '0'],
    },
    fill: async ({ url }) => {
      await dynamo(url, 'CreateTable', {
        TableName: 'items',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
      });
      await pause(200);
      await each((id) => dynamo(url, 'PutItem', { TableName: 'items', Item: { id: { S: id } } }));
    },
  },
  kinesalite: {
    program: {
      name: 'kinesalite',
      arguments: (port) =>
        `--port ${port} --createStreamMs 0 --deleteStreamMs 0 --shardLimit 100`.split(' '),
    },
    fill: ({ url }) =>
      each((id) => kinesis(url, 'CreateStream', { StreamName: id, ShardCount: 1 })),
  },
  'json-server': {
    program: {
      name: 'json-server',
      arguments: (port, directory) => {
        writeFileSync(
          join(directory, 'db.json'),
          JSON.stringify({ items: ids.map((id) => ({ id })) }),
        );
        return [
          '--host',
          '127.0.0.1',
          '--port',
          String(port),
          '--quiet',
          join(directory, 'db.json'),
        ];
      },
    },
  },
  feathers: script('feathers.cjs', '@feathersjs/memory'),
  'graphql-http': script('graphql.cjs', 'graphql-relay'),
  'Django REST framework': {
    program: {
      name: 'django-rest-framework',
      path: '/usr/bin/python3',
      needs: '/usr/lib/python3/dist-packages/rest_framework',
      arguments: (port, directory) => [
        join(__dirname, 'drf.py'),
        String(port),
        directory,
        JSON.stringify(ids),
      ],
    },
  },
  'pouchdb-server': {
    program: {
      name: 'pouchdb-server',
      arguments: (port, directory) =>
        `--in-memory --host 127.0.0.1 --port ${port} --dir ${directory} --no-stdout-logs`.split(
          ' ',
        ),
    },
    fill: async ({ url }) => {
      await send(`${url}/items`, { method: 'PUT' });
      await post(`${url}/items/_bulk_docs`, { docs: ids.map((_id) => ({ _id })) });
    },
  },
  azurite: {
    program: {
      name: 'azurite-table',
      arguments: (port) =>
        `--inMemoryPersistence --disableTelemetry --silent --skipApiVersionCheck --tablePort ${port}`.split(
          ' ',
        ),
    },
    fill: async ({ url }) => {
      await azure(url, `/${account}/Tables`, {
        method: 'POST',
        body: JSON.stringify({ TableName: 'items' }),
      });
      await each((id) =>
        azure(url, `/${account}/items`, {
          method: 'POST',
          body: JSON.stringify({ PartitionKey: 'p', RowKey: id }),
        }),
      );
    },
  },
  etcd: {
    program: {
      name: 'etcd',
      path: '/usr/bin/etcd',
      ready: '/health',
      arguments: (port, directory) => [
        ...['--data-dir', directory, '--enable-v2=false', '--log-level', 'error'],
        ...[
          '--listen-client-urls',
          `http://127.0.0.1:${port}`,
          '--advertise-client-urls',
          `http://127.0.0.1:${port}`,
        ],
        ...['--listen-peer-urls', 'http://127.0.0.1:0'],
      ],
    },
    fill: ({ url }) =>
      each((id) => post(`${url}/v3/kv/put`, { key: base64(id), value: base64('v') })),
  },
  'docker-registry': {
    program: {
      name: 'docker-registry',
      path: '/usr/bin/docker-registry',
      ready: '/v2/',
      arguments: (port, directory) => {
        const file = join(directory, 'config.yml');
        writeFileSync(
          file,
          `version: 0.1\nlog: {level: error}\nstorage: {filesystem: {rootdirectory: ${directory}/data}}\nhttp: {addr: 127.0.0.1:${port}}\n`,
        );
        return ['serve', file];
      },
    },
    fill: ({ url }) => each((id) => pushImage(url, id)),
  },
};

/** What every endpoint has here: nobody asks for its name. */
export const getting = <P extends `/${string}`>(path: P) =>
  ({ name: 'items', method: 'GET', path }) as const;
export const posting = <P extends `/${string}`>(path: P) =>
  ({ name: 'items', method: 'POST', path }) as const;

const Row = t.type({ id: t.string });
export const fieldOf =
  (...path: ReadonlyArray<string>) =>
  (item: unknown): string =>
    String(path.reduce((value, name) => (value as Readonly<Record<string, unknown>>)[name], item));

const removeDocument = async ({ url }: Started, id: string): Promise<unknown> => {
  const { _rev } = (await (await fetch(`${url}/items/${id}`)).json()) as { readonly _rev: string };
  return send(`${url}/items/${id}?rev=${_rev}`, { method: 'DELETE' });
};

const removeItem = ({ url }: Started, id: string): Promise<unknown> =>
  send(`${url}/items/${id}`, { method: 'DELETE' });

const EtcdKey = t.type({ key: t.string });

const connection =
  'query ($first: Int, $after: String) { items(first: $first, after: $after) { edges { node { id } } pageInfo { endCursor hasNextPage } } }';

/** One of the paginations of Django REST framework, all of which link to the next page. */
const django = (kind: 'pages' | 'offsets' | 'cursors'): Api => ({
  name: `Django REST framework, ${kind}`,
  program: 'Django REST framework',
  endpoint: endpoint({
    ...getting(`/${kind}/`),
    items: at('results'),
    paging: byLink(at('next')),
  }),
  params: {},
  remove: ({ url }, id) => send(`${url}/${kind}/${id}/`, { method: 'DELETE' }),
  ...(kind !== 'cursors' && { skips: 1 }),
  options: ['--items results --link next'],
});

export const apis: ReadonlyArray<Api> = [
  {
    name: 'graphql-http, a connection of graphql-relay',
    program: 'graphql-http',
    endpoint: endpoint({
      ...posting('/graphql'),
      fields: { query: t.string, variables: t.UnknownRecord },
      items: at('data', 'items', 'edges'),
      records: at('node'),
      errors: at('errors'),
      paging: byCursor({
        from: at('data', 'items', 'pageInfo', 'endCursor'),
        more: at('data', 'items', 'pageInfo', 'hasNextPage'),
        to: body('variables', 'after'),
      }),
      pageSize: body('variables', 'first'),
    }),
    params: { query: connection, variables: {}, pageSize },
    remove: ({ url }, id) =>
      post(`${url}/graphql`, {
        query: 'mutation ($id: ID!) { remove(id: $id) }',
        variables: { id },
      }),
    // Its cursors are offsets.
    skips: 1,
    options: [],
  },
  django('pages'),
  django('offsets'),
  django('cursors'),
  {
    name: 'feathers, offsets with a total',
    program: 'feathers',
    endpoint: endpoint({
      ...getting('/items'),
      paging: byOffset({ to: query('$skip'), total: at('total') }),
      pageSize: query('$limit'),
    }),
    remove: removeItem,
    skips: 1,
    options: ['--items data --offset $skip --total total --page-size $limit=4'],
  },
  {
    name: 'dynalite, Scan: a cursor that is an object, in the body',
    program: 'dynalite',
    endpoint: endpoint({
      ...posting('/'),
      headers: {
        'x-amz-target': 'DynamoDB_20120810.Scan',
        'content-type': 'application/x-amz-json-1.0',
      },
      fields: { TableName: t.string },
      items: at('Items'),
      paging: byCursor({ from: at('LastEvaluatedKey'), to: body('ExclusiveStartKey') }),
      pageSize: body('Limit'),
    }),
    params: { TableName: 'items', pageSize },
    auth: headers(amazon('dynamodb')),
    idOf: fieldOf('id', 'S'),
    remove: ({ url }, id) =>
      dynamo(url, 'DeleteItem', { TableName: 'items', Key: { id: { S: id } } }),
    options: [
      '--items Items --body \'{"TableName":"items"}\' --cursor LastEvaluatedKey --to body:ExclusiveStartKey --page-size body:Limit=4',
    ],
  },
  {
    name: 'kinesalite, ListStreams: the last item itself, and whether there are more',
    program: 'kinesalite',
    endpoint: endpoint({
      ...posting('/'),
      headers: {
        'x-amz-target': 'Kinesis_20131202.ListStreams',
        'content-type': 'application/x-amz-json-1.1',
      },
      items: at('StreamNames'),
      paging: byLastItem({
        from: at(),
        to: body('ExclusiveStartStreamName'),
        more: at('HasMoreStreams'),
      }),
      pageSize: body('Limit'),
    }),
    auth: headers(amazon('kinesis')),
    idOf: String,
    remove: async ({ url }, id) => {
      await kinesis(url, 'DeleteStream', { StreamName: id });
      await pause(200);
    },
    options: [
      "--items StreamNames --body '{}' --last-id . --to body:ExclusiveStartStreamName --more HasMoreStreams --page-size body:Limit=4",
    ],
  },
  {
    name: 'json-server, links in a header',
    program: 'json-server',
    query: '?_page=1',
    endpoint: endpoint({
      ...getting('/items'),
      fields: { _page: t.number },
      items: at(),
      paging: byLink(link('next')),
      pageSize: query('_limit'),
    }),
    params: { _page: 1, pageSize },
    remove: removeItem,
    skips: 1,
    options: ['--items . --link --page-size _limit=4'],
  },
  {
    name: 'json-server, page numbers until an empty page',
    program: 'json-server',
    endpoint: endpoint({
      ...getting('/items'),
      items: at(),
      paging: byPageNumber({ to: query('_page'), first: 1 }),
      pageSize: query('_limit'),
    }),
    remove: removeItem,
    skips: 1,
    options: ['--items . --page _page --first 1 --page-size _limit=4'],
  },
  {
    name: 'pouchdb-server, _all_docs: the key after that of the last row',
    program: 'pouchdb-server',
    endpoint: endpoint({
      ...getting('/items/_all_docs'),
      items: at('rows'),
      paging: byLastItem({
        // The smallest string after another one is that string and a NUL.
        from: (row) => JSON.stringify(Row.is(row) ? `${row.id}\u0000` : ''),
        to: query('startkey'),
      }),
      pageSize: query('limit'),
    }),
    remove: removeDocument,
    options: [],
  },
  {
    name: 'pouchdb-server, _find: a selector that is made of the last document',
    program: 'pouchdb-server',
    endpoint: endpoint({
      ...posting('/items/_find'),
      fields: { selector: t.UnknownRecord },
      items: at('docs'),
      paging: byLastItem({ from: at('_id'), to: body('selector', '_id', '$gt') }),
      pageSize: body('limit'),
    }),
    params: { selector: { _id: { $gt: null } }, pageSize },
    idOf: fieldOf('_id'),
    remove: removeDocument,
    options: [
      '--items docs --body \'{"selector":{"_id":{"$gt":null}}}\' --last-id _id --to body:selector._id.$gt --page-size body:limit=4',
    ],
  },
  {
    name: 'pouchdb-server, _changes: a cursor with every page, the last one included',
    program: 'pouchdb-server',
    endpoint: endpoint({
      ...getting('/items/_changes'),
      items: at('results'),
      paging: byCursor({ from: at('last_seq'), to: query('since'), end: 'emptyPage' }),
      pageSize: query('limit'),
    }),
    remove: removeDocument,
    options: ['--items results --cursor last_seq --to since --until-empty --page-size limit=4'],
  },
  {
    name: 'azurite, a table: a cursor of two parts in headers, and every request signed',
    program: 'azurite',
    endpoint: endpoint({
      ...getting(`/${account}/items()`),
      headers: { accept: 'application/json;odata=nometadata' },
      items: at('value'),
      paging: byCursor({
        from: {
          partition: header('x-ms-continuation-nextpartitionkey'),
          row: header('x-ms-continuation-nextrowkey'),
        },
        to: { partition: query('NextPartitionKey'), row: query('NextRowKey') },
      }),
      pageSize: query('$top'),
    }),
    auth: signed((request) => [azureSignature(request)]),
    idOf: fieldOf('RowKey'),
    remove: ({ url }, id) =>
      azure(url, `/${account}/items(PartitionKey='p',RowKey='${id}')`, {
        method: 'DELETE',
        headers: { 'if-match': '*' },
      }),
    options: [],
  },
  {
    name: 'etcd, a range of keys: a rule',
    program: 'etcd',
    endpoint: endpoint({
      ...posting('/v3/kv/range'),
      fields: { key: t.string, range_end: t.string },
      items: at('kvs'),
      paging: byRule({
        cursor: t.string,
        // `more` is there only where it is true.
        next: ({ body: page, items }) => {
          const last = items.at(-1);
          const hasMore = t.type({ more: t.literal(true) }).is(page);
          return hasMore && EtcdKey.is(last)
            ? O.some(base64(`${Buffer.from(last.key, 'base64').toString()}\0`))
            : O.none;
        },
        write: (key) => ({ body: { key } }),
      }),
      pageSize: body('limit'),
    }),
    params: { key: base64('item-'), range_end: base64('item.'), pageSize },
    idOf: (item) => (EtcdKey.is(item) ? Buffer.from(item.key, 'base64').toString() : ''),
    remove: ({ url }, id) => post(`${url}/v3/kv/deleterange`, { key: base64(id) }),
    options: [],
  },
  {
    name: 'etcd, as the recipe describes it: the last key',
    program: 'etcd',
    endpoint: endpoint({
      ...posting('/v3/kv/range'),
      fields: { key: t.string, range_end: t.string },
      items: orEmpty(at('kvs')),
      paging: byLastItem({
        from: (kv) => (EtcdKey.is(kv) ? btoa(`${atob(kv.key)}\0`) : ''),
        to: body('key'),
        more: orElse(at('more'), false),
      }),
      pageSize: body('limit'),
    }),
    params: { key: base64('item-'), range_end: base64('item.'), pageSize },
    none: { key: base64('nothing'), range_end: base64('nothing.'), pageSize },
    idOf: (item) => (EtcdKey.is(item) ? atob(item.key) : ''),
    remove: ({ url }, id) => post(`${url}/v3/kv/deleterange`, { key: base64(id) }),
    options: [],
  },
  {
    name: 'docker-registry, the catalog: relative links in a header',
    program: 'docker-registry',
    endpoint: endpoint({
      ...getting('/v2/_catalog'),
      items: at('repositories'),
      paging: byLink(link('next')),
      pageSize: query('n'),
    }),
    idOf: String,
    // No request removes a repository from the catalog.
    remove: ({ directory }, id) => {
      rmSync(join(directory, 'data', 'docker', 'registry', 'v2', 'repositories', id), {
        recursive: true,
      });
      return Promise.resolve();
    },
    options: ['--items repositories --link --page-size n=4'],
  },
];
