import type { Command } from 'commander';
import type { Job } from '../terminal/Io';

/** Adds arguments, options and an action to a command; the action chooses a job. */
export type AddTo = (command: Command, choose: (job: Job) => void) => Command;

interface Listed {
  readonly description: string;
  readonly group: string;
  /** Loads the code of the command. A command that is not asked for costs nothing. */
  readonly load: () => Promise<AddTo>;
}

const anyApi = 'Commands:';
const ofObjects = 'Commands for Object Query Services:';

/** The commands in the order in which help lists them. */
export const commands: Readonly<Record<string, Listed>> = {
  walk: {
    description: 'Writes every item of any paginated API.',
    group: anyApi,
    load: async () => (await import('./streamCommands.js')).walkCommand,
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
    load: async () => (await import('./completions.js')).completionsCommand,
  },
  list: {
    description: 'Writes every object of one type from an Object Query Service (revision 1.0).',
    group: ofObjects,
    load: async () => (await import('./streamCommands.js')).listCommand,
  },
  search: {
    description: 'Writes the objects that a query finds in an Object Query Service (revision 2.0).',
    group: ofObjects,
    load: async () => (await import('./streamCommands.js')).searchCommand,
  },
  check: {
    description: 'Reports, rule by rule, whether a service keeps the paging conventions.',
    group: ofObjects,
    load: async () => (await import('./check.js')).checkCommand,
  },
};

const nothing: AddTo = (command) => command;

/** What adds to each command that a command line needs; the others have only their names. */
export const loaded = async (
  isNeeded: (name: string) => boolean,
): Promise<ReadonlyMap<string, AddTo>> =>
  new Map(
    await Promise.all(
      Object.entries(commands).map(
        async ([name, { load }]) => [name, isNeeded(name) ? await load() : nothing] as const,
      ),
    ),
  );
