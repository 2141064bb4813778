import { expect } from 'chai';
import { join } from 'node:path';
import * as t from 'io-ts';
import { recipe } from '../spec/paging/support/recipe';
import { endpoint } from '../src/index';
import { at, byLink, query } from '../src/paging';
import { type Api, fieldOf, ids, pageSize, script, send, type Server } from './apis';

/** The servers that the recipes of the documentation are for. */
export const recipeServers: Readonly<Record<string, Server>> = {
  MediaWiki: {
    program: {
      name: 'mediawiki',
      path: '/usr/bin/php',
      needs: '/usr/share/mediawiki',
      ready: '/w/api.php',
      arguments: (port) => [join(__dirname, 'mediawiki.php'), String(port), JSON.stringify(ids)],
    },
  },
  WordPress: {
    program: {
      name: 'wordpress',
      path: '/usr/bin/php',
      needs: ['/usr/share/wordpress', '/usr/sbin/mariadbd'],
      ready: '/wp-json/',
      arguments: (port) => [join(__dirname, 'wordpress.php'), String(port), JSON.stringify(ids)],
    },
  },
  'JSON:API': script('jsonapi.cjs', 'jsonapi-server'),
  OData: script('odata.cjs', 'simple-odata-server-nedb', '/odata/People'),
};

const mediaWiki = { action: 'query', format: 'json', generator: 'allpages', prop: 'info' };

const paging = byLink(at('links', 'next'));

/** What each of the recipes describes, from the text that readers copy. */
export const recipeApis: ReadonlyArray<Api> = [
  {
    name: 'MediaWiki, as the recipe describes it',
    program: 'MediaWiki',
    endpoint: recipe('MediaWiki'),
    params: { ...mediaWiki, pageSize },
    // A title begins with a capital.
    idOf: (item) => fieldOf('title')(item).toLowerCase(),
    remove: async ({ url }, title) => {
      // The token of those who did not sign in.
      const form = new URLSearchParams({ action: 'delete', format: 'json', title, token: '+\\' });
      const answer: unknown = await (
        await send(`${url}/w/api.php`, { method: 'POST', body: form })
      ).json();
      expect(answer).to.have.property('delete');
    },
    query: `?${new URLSearchParams(mediaWiki).toString()}`,
    look: `?${new URLSearchParams({ ...mediaWiki, gaplimit: String(pageSize) }).toString()}`,
    options: ['--items query.pages.* --cursor continue --to query:* --errors error'],
    refused: {
      params: { ...mediaWiki, generator: 'nothing' },
      message: 'Unknown "generator=nothing".',
    },
  },
  {
    name: 'JSON:API, as the recipe describes it, of jsonapi-server',
    program: 'JSON:API',
    endpoint: recipe('JSON:API'),
    // The command line writes whole resources.
    idOf: (item) =>
      fieldOf('title')(t.type({ attributes: t.unknown }).is(item) ? item.attributes : item),
    remove: ({ url }, id) => send(`${url}/articles/${id}`, { method: 'DELETE' }),
    // Its links are offsets.
    skips: 1,
    look: `?page[limit]=${pageSize}`,
    options: ['--link links.next --page-size page[limit]=4'],
    // Other services of this kind want it there.
    refused: {
      endpoint: endpoint({
        name: 'articles',
        method: 'GET',
        path: '/articles',
        pageSize: query('page[size]'),
        paging,
      }),
      params: { pageSize },
      message: 'Param validation failed',
    },
  },
  {
    // No free server of npm or Debian writes links: spec/paging/recipes-spec has an answer with one as Microsoft documents it.
    name: 'OData without links, as the recipe describes it, of simple-odata-server',
    program: 'OData',
    endpoint: recipe('OData', 'skipping'),
    idOf: fieldOf('_id'),
    remove: ({ url }, id) => send(`${url}/odata/People('${id}')`, { method: 'DELETE' }),
    skips: 1,
    look: `?$skip=0&$top=${pageSize}`,
    options: ['--items value --offset $skip --page-size $top=4'],
    refused: {
      endpoint: endpoint({ name: 'nobody', method: 'GET', path: '/odata/Nobody', paging }),
      message: 'Entity set not Found',
    },
  },
  {
    name: 'WordPress, as the recipe describes it',
    program: 'WordPress',
    endpoint: recipe('WordPress'),
    idOf: fieldOf('slug'),
    remove: async ({ url }, slug) => {
      const [post] = (await (
        await send(`${url}/wp-json/wp/v2/posts?slug=${slug}`, {})
      ).json()) as ReadonlyArray<unknown>;
      return send(`${url}/wp-json/wp/v2/posts/${fieldOf('id')(post)}?force=true`, {
        method: 'DELETE',
      });
    },
    skips: 1,
    look: `?per_page=${pageSize}`,
    options: ['--items . --page page --last header:x-wp-totalpages --page-size per_page=4'],
    refused: { params: { pageSize: 1_000 }, message: 'Invalid parameter(s): per_page' },
  },
];
