import { join } from 'node:path';
import { itemView } from '../../../src/cli/formats/Format';
import { type FormatFlags, formatOf } from '../../../src/cli/formats/formats';
import { type Fault, type Service, type ServiceOptions, startService } from '../../../src/service';
import { type Ran, runCommand } from './runCommand';
import { inDirectory } from '../../support/inDirectory';

export const badges = Array.from({ length: 25 }, (_, id) => ({ id, name: `no. ${id}, "✓"` }));

export const documentOf = (
  objects: ReadonlyArray<object>,
  format: FormatFlags['format'] = 'ndjson',
): string => {
  const { add, end } = formatOf({ format }, itemView({})).begin();
  return objects.map((properties) => add({ properties: { ...properties } })).join('') + end();
};

interface Setting {
  readonly service: Service;
  readonly directory: string;
  readonly out: string;
  readonly part: string;
  readonly place: string;
  /** Requests that the service has answered. */
  readonly requests: () => number;
  /** Runs `list` with `--out`, `--resume` and these options. */
  readonly list: (
    options?: ReadonlyArray<string>,
    surroundings?: Parameters<typeof runCommand>[1],
  ) => Promise<Ran>;
}

/** Five pages of badges, in a directory of one's own. */
export const withBadges = (
  options: ServiceOptions,
  use: (setting: Setting) => Promise<void>,
): Promise<void> =>
  inDirectory(async (directory) => {
    let requests = 0;
    const count = (): number => (requests += 1);
    const service = await startService({
      objects: { badge: badges },
      maxPageSize: 5,
      onRequest: count,
      ...options,
    });
    const [out, place] = [join(directory, 'out'), join(directory, 'place')];
    const fixed = ['--base-url', service.url, '--out', out, '--resume', place];
    try {
      await use({
        service,
        directory,
        out,
        part: `${out}.part`,
        place,
        requests: () => requests,
        list: (more = [], surroundings) =>
          runCommand(['list', ...fixed, ...more, service.ontologyRid, 'badge'], surroundings),
      });
    } finally {
      await service.close();
    }
  });

/** A service that fails for good at its n-th request. */
export const brokenAt = (at: number): ReadonlyArray<Fault> => [{ type: 'html', at }];
