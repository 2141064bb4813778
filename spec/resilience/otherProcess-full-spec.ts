import { expect } from 'chai';
import * as O from 'fp-ts/Option';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { axiosTransport, createClient, resumeFrom } from '../../src/index';
import { withThings } from '../service/support/things';
import { withService } from '../service/support/withService';
import { collect } from '../support/collect';
import { leftOf } from '../support/sides';
import { root } from '../textFiles';

/** Walks in a process of its own, from where another one ended, and prints the ids. */
const program = `
const { axiosTransport, createClient, orThrow } = require(${JSON.stringify(join(root, 'src/index'))});
const { url, ...params } = JSON.parse(process.argv[1]);
const ids = ({ properties }) => console.log(properties.id);
createClient({ transport: axiosTransport({ baseURL: url }) }).list(params).pipe(orThrow()).subscribe(ids);`;

describe('law 7: in another process', () => {
  it('a walk goes on where resumeFrom says that it ended, and nothing is lost', () =>
    withService(
      { ...withThings(7), maxPageSize: 2, faults: [{ type: 'unavailable', at: 3 }] },
      async (service) => {
        const { url, ontologyRid, objectType } = service;
        const client = createClient({ transport: axiosTransport({ baseURL: url }), retry: false });
        const came = await collect(client.list({ ontologyRid, objectType }));
        expect(came).to.have.lengthOf(5);
        const end = leftOf(came.at(-1));
        const start = O.toNullable(resumeFrom(end));
        const task = JSON.stringify({ url, ontologyRid, objectType, ...start });
        const transpiled = ['--require', 'tsx/cjs', '--eval', program, task];
        const { stdout } = await promisify(execFile)(process.execPath, transpiled);
        expect(stdout).to.equal('5\n6\n7\n');
      },
    ));
});
