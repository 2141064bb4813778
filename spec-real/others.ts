import * as t from 'io-ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipe } from '../spec/paging/support/recipe';
import { endpoint } from '../src/index';
import { at, body, byCursor, byLink, byOffset, byPageNumber, header } from '../src/paging';
import {
  type Api,
  fieldOf,
  getting,
  ids,
  pageSize,
  post,
  posting,
  script,
  send,
  type Server,
} from './apis';

/** Emulators of Cosmos DB look for a signature, and check none. */
const cosmos = { authorization: 'type%3dmaster%26ver%3d1.0%26sig%3dx' };

const partition = (id: string): Record<string, string> => ({
  ...cosmos,
  'x-ms-documentdb-partitionkey': `["${id}"]`,
});

const secret = 'token:open-sesame';

const rpc = (url: string, method: string, ...params: ReadonlyArray<unknown>): Promise<Response> =>
  post(`${url}/jsonrpc`, { jsonrpc: '2.0', id: 'x', method, params: [secret, ...params] });

/** A download that fails at once, whose own id is made of that of the item. */
const gidOf = (id: string): string =>
  Buffer.from(id.padEnd(8, '.')).toString('hex').padStart(16, '0').slice(-16);

/** Servers with rules that no other has, as their own documentation describes them. */
export const otherServers: Readonly<Record<string, Server>> = {
  koop: script('koop.cjs', '@koopjs/koop-core', '/'),
  scimmy: script('scim.mjs', 'scimmy-routers', '/scim/Users'),
  fedify: script('activitypub.mjs', '@fedify/fedify', '/users/a'),
  'cosmosdb-server': {
    program: { name: 'cosmosdb-server', arguments: (port) => ['-p', String(port), '--no-ssl'] },
    fill: async ({ url }) => {
      await post(`${url}/dbs`, { id: 'db' }, cosmos);
      await post(
        `${url}/dbs/db/colls`,
        { id: 'items', partitionKey: { paths: ['/id'], kind: 'Hash' } },
        cosmos,
      );
      for (const id of ids) await post(`${url}/dbs/db/colls/items/docs`, { id }, partition(id));
    },
  },
  'json-graphql-server': {
    program: {
      name: 'json-graphql-server',
      arguments: (port, directory) => {
        const file = join(directory, 'data.json');
        writeFileSync(file, JSON.stringify({ items: ids.map((id) => ({ id, name: id })) }));
        return [file, '--port', String(port), '--host', '127.0.0.1'];
      },
    },
  },
  aria2: {
    program: {
      name: 'aria2',
      path: '/usr/bin/aria2c',
      arguments: (port) => [
        ...[
          '--no-conf',
          '--enable-rpc',
          `--rpc-listen-port=${port}`,
          `--rpc-secret=${secret.slice('token:'.length)}`,
        ],
        ...['--max-tries=1', '--max-download-result=1000', '--quiet'],
      ],
    },
    fill: async ({ url }) => {
      for (const id of ids)
        await rpc(url, 'aria2.addUri', ['http://127.0.0.1:1/x'], { gid: gidOf(id) });
      for (let count = 0; count < ids.length;) {
        const answer = (await (await rpc(url, 'aria2.tellStopped', 0, 1_000)).json()) as {
          result: ReadonlyArray<unknown>;
        };
        count = answer.result.length;
      }
    },
  },
};

const features = '/file-geojson/rest/services/items/FeatureServer/0/query';
const asked =
  'query($page: Int, $perPage: Int) { allItems(page: $page, perPage: $perPage) { id } _allItemsMeta { count } }';

export const otherApis: ReadonlyArray<Api> = [
  {
    name: 'koop, a feature service of ArcGIS: resultOffset until an empty page',
    program: 'koop',
    endpoint: { ...recipe('ArcGIS'), path: features },
    params: { f: 'json', where: '1=1', pageSize },
    idOf: (item) => fieldOf('name')((item as { attributes: unknown }).attributes),
    remove: ({ url }, id) => send(`${url}/items/${id}`, { method: 'DELETE' }),
    skips: 1,
    look: `?f=json&where=1%3D1&resultRecordCount=${pageSize}`,
    query: '?f=json&where=1%3D1',
    options: ['--items features --offset resultOffset --page-size resultRecordCount=4'],
  },
  {
    name: 'scimmy, SCIM 2.0: offsets from 1',
    program: 'scimmy',
    endpoint: recipe('SCIM'),
    remove: ({ url }, id) => send(`${url}/scim/Users/${id}`, { method: 'DELETE' }),
    skips: 1,
    look: `?count=${pageSize}`,
    options: [
      '--items Resources --offset startIndex --first 1 --total totalResults --page-size count=4',
    ],
  },
  {
    name: 'cosmosdb-server, Cosmos DB: a cursor that goes back in the header that it came in',
    program: 'cosmosdb-server',
    endpoint: endpoint({
      ...getting('/dbs/db/colls/items/docs'),
      headers: { ...cosmos, 'x-ms-max-item-count': String(pageSize) },
      items: at('Documents'),
      paging: byCursor({ from: header('x-ms-continuation'), to: header('x-ms-continuation') }),
    }),
    params: {},
    remove: ({ url }, id) =>
      send(`${url}/dbs/db/colls/items/docs/${id}`, { method: 'DELETE', headers: partition(id) }),
    look: '',
    options: ['--items Documents --cursor header:x-ms-continuation --to header:x-ms-continuation'],
  },
  {
    name: 'fedify, ActivityPub: an outbox',
    program: 'fedify',
    endpoint: endpoint({
      ...getting('/users/a/outbox'),
      headers: { accept: 'application/activity+json' },
      fields: { cursor: t.string },
      items: at('orderedItems'),
      paging: byLink(at('next')),
    }),
    params: { cursor: '0' },
    idOf: (item) => fieldOf('id')(item).split('/').at(-1) ?? '',
    remove: ({ url }, id) => send(`${url}/${id}`, { method: 'DELETE' }),
    skips: 1,
    look: '?cursor=0',
    query: '?cursor=0',
    options: ['--items orderedItems --link next'],
  },
  {
    name: 'json-graphql-server: pages from 0',
    program: 'json-graphql-server',
    endpoint: endpoint({
      ...posting('/'),
      fields: { query: t.string, variables: t.UnknownRecord },
      items: at('data', 'allItems'),
      errors: at('errors'),
      paging: byPageNumber({
        to: body('variables', 'page'),
        first: 0,
        total: at('data', '_allItemsMeta', 'count'),
      }),
      pageSize: body('variables', 'perPage'),
    }),
    params: { query: asked, variables: {}, pageSize },
    remove: ({ url }, id) =>
      post(url, { query: 'mutation($id: ID!) { removeItem(id: $id) { id } }', variables: { id } }),
    skips: 1,
    look: '',
    body: { query: asked, variables: { page: 0, perPage: pageSize } },
    options: [
      '--items data.allItems --page body:variables.page --first 0 --total data._allItemsMeta.count',
    ],
  },
  {
    name: 'aria2, JSON-RPC: an offset among params that have no names',
    program: 'aria2',
    endpoint: endpoint({
      ...posting('/jsonrpc'),
      fields: { jsonrpc: t.string, id: t.string, method: t.string, params: t.UnknownArray },
      items: at('result'),
      errors: at('error'),
      paging: byOffset({ to: body('params', '1') }),
      pageSize: body('params', '2'),
    }),
    params: {
      jsonrpc: '2.0',
      id: 'x',
      method: 'aria2.tellStopped',
      params: [secret, 0, pageSize],
      pageSize,
    },
    idOf: (item) => ids.find((id) => gidOf(id) === fieldOf('gid')(item)) ?? '',
    remove: ({ url }, id) => rpc(url, 'aria2.removeDownloadResult', gidOf(id)),
    skips: 1,
    look: '',
    body: { jsonrpc: '2.0', id: 'x', method: 'aria2.tellStopped', params: [secret, 0, pageSize] },
    options: ['--items result --offset body:params.1'],
    refused: {
      params: {
        jsonrpc: '2.0',
        id: 'x',
        method: 'aria2.tellStopped',
        params: ['token:wrong', 0, pageSize],
        pageSize,
      },
      message: 'Unauthorized',
    },
  },
];
