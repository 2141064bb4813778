/**
 * The rooms of `src/cli` (`''` are the files at its top), and which of the others each may import. They stand in the
 * order of what they build on: no room imports one below it.
 */
export const cliRooms: Readonly<Record<string, ReadonlyArray<string>>> = {
  terminal: [],
  formats: ['terminal'],
  outputs: ['terminal'],
  source: ['terminal'],
  walk: ['terminal', 'outputs', 'source'],
  document: ['terminal', 'formats', 'outputs', 'source', 'walk'],
  resume: ['terminal', 'formats', 'outputs', 'walk', 'document'],
  changes: ['terminal', 'formats', 'outputs', 'document', 'resume'],
  check: ['terminal'],
  codec: ['terminal', 'walk'],
  commands: ['terminal', 'formats', 'outputs', 'source', 'walk', 'document', 'resume', 'changes', 'check', 'codec'],
  '': ['terminal', 'outputs', 'commands'],
};
