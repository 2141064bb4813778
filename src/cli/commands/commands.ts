import type { CommandRow } from '../options/CommandRow';
import type { Listed } from '../options/program';

interface ListedCommand extends Listed {
  /** Loads the code of the command. A command that is not asked for costs nothing. */
  readonly load: () => Promise<CommandRow>;
}

const anyApi = 'Commands:';
const ofObjects = 'Commands for Object Query Services:';

/** The commands in the order in which help lists them. */
export const commands: Readonly<Record<string, ListedCommand>> = {
  walk: {
    description: 'Writes every item of any paginated API.',
    group: anyApi,
    load: async () => (await import('./walking.js')).walkCommand,
  },
  describe: {
    description:
      'Prints the lists of an OpenAPI document as endpoints with fields and codecs, as a TypeScript module.',
    group: anyApi,
    load: async () => (await import('./describe.js')).describeCommand,
  },
  codec: {
    description:
      'Prints a codec that accepts the objects of one type, and its type, as a TypeScript module; or see describe, if there is an OpenAPI document.',
    group: anyApi,
    load: async () => (await import('./codec.js')).codecCommand,
  },
  places: {
    description: 'Shows the walks that a store of places has, and changes them by hand.',
    group: anyApi,
    load: async () => (await import('./places.js')).placesCommand,
  },
  show: {
    description:
      'Shows recordings of walks in a browser, also while they grow, several files together.',
    group: anyApi,
    load: async () => (await import('./show.js')).showCommand,
  },
  serve: {
    description:
      'Runs the reference service, on demo data or on objects of your own, until it is stopped.',
    group: anyApi,
    load: async () => (await import('./serve.js')).serveCommand,
  },
  completions: {
    description: 'Prints a script with which a shell completes commands and options.',
    group: anyApi,
    load: async () =>
      (await import('./completions.js')).completionsCommand(commands, () => loaded(() => true)),
  },
  list: {
    description: 'Writes every object of one type from an Object Query Service (revision 1.0).',
    group: ofObjects,
    load: async () => (await import('./walking.js')).listCommand,
  },
  search: {
    description: 'Writes the objects that a query finds in an Object Query Service (revision 2.0).',
    group: ofObjects,
    load: async () => (await import('./walking.js')).searchCommand,
  },
  check: {
    description: 'Reports, rule by rule, whether a service keeps the paging conventions.',
    group: ofObjects,
    load: async () => (await import('./check.js')).checkCommand,
  },
};

/** The rows of the commands that are needed. */
export const loaded = async (
  isNeeded: (name: string) => boolean,
): Promise<ReadonlyMap<string, CommandRow>> => {
  const needed = Object.entries(commands).filter(([name]) => isNeeded(name));
  return new Map(
    await Promise.all(needed.map(async ([name, { load }]) => [name, await load()] as const)),
  );
};
