import { expect } from 'chai';
import { Subject } from 'rxjs';
import type { Interrupt } from '../../../src/cli/terminal/Io';
import { type ServiceOptions, startService } from '../../../src/service';
import { runCommand } from '../support/runCommand';

const badges = Array.from({ length: 25 }, (_, id) => ({ id, [`p${id + 1}`]: true }));

/** Runs `codec` with these options against a service of 25 badges in five pages, each with a property of its own. */
const codec = async (
  options: ReadonlyArray<string>,
  service: ServiceOptions = {},
  surroundings: Parameters<typeof runCommand>[1] = {},
) => {
  const { url, ontologyRid, close } = await startService({
    objects: { badge: badges },
    maxPageSize: 5,
    ...service,
  });
  try {
    return await runCommand(
      ['codec', '--base-url', url, ...options, ontologyRid, 'badge'],
      surroundings,
    );
  } finally {
    await close();
  }
};

describe('codec', () => {
  it('stops when it is interrupted, and prints nothing', async () => {
    const interrupts = new Subject<Interrupt>();
    const stuck: ServiceOptions = {
      faults: [{ type: 'delay', at: 3, ms: 60_000 }],
      onRequest: () => setTimeout(() => interrupts.next('SIGINT'), 300),
    };
    const { code, stdout, stderr } = await codec([], stuck, { interrupts });
    expect({ code, stdout }).to.deep.equal({ code: 130, stdout: '' });
    expect(stderr).to.match(/^pagewalk: interrupted after \d+ objects in \d pages?\n$/);
  });
});
