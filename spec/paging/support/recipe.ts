import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as t from 'io-ts';
import * as pagewalk from '../../../src/index';
import type { Endpoint } from '../../../src/model/endpoints/endpoint';
import * as paging from '../../../src/paging';
import { root } from '../../textFiles';

const recipes = readFileSync(join(root, 'docs', 'recipes', 'other-apis.md'), 'utf8');

/** The endpoint that the recipes describe for a service, the first one by default, made of its very text. */
export const recipe = (title: string, name = ''): Endpoint => {
  const start = recipes.search(new RegExp(`^(?:## ${title}$|// ${title}[,:] )`, 'm'));
  const section = start < 0 ? expect.fail(`no recipe for ${title}`) : recipes.slice(start);
  const [, described = expect.fail('no endpoint')] =
    /= (endpoint\(\{[^]*?\n\}\));/.exec(section.slice(section.indexOf(`const ${name}`))) ?? [];
  const names = { ...paging, endpoint: pagewalk.endpoint, t };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the text that readers copy runs, from a file of this repository
  return new Function(...Object.keys(names), `return ${described}`)(
    ...Object.values(names),
  ) as Endpoint;
};
