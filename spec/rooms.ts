/** The rooms of a folder of `src`, each with the other rooms that its files may import. The room '' is the folder's top. */
export type Rooms = Readonly<Record<string, ReadonlyArray<string>>>;

/** A folder that is not named here has no rooms to keep apart. */
export const rooms: Readonly<Record<string, Rooms>> = {
  // What all of the model stands on is at its top.
  model: {
    '': [],
    errors: [''],
    place: [''],
    records: ['', 'errors'],
    endpoints: ['', 'place', 'records'],
    paging: ['', 'errors', 'place', 'records', 'endpoints'],
  },
  // The walk itself is at the top, and knows nothing of what is built on it.
  walk: {
    '': [],
    values: [],
    valve: [''],
    recovery: [''],
    changes: ['', 'recovery'],
    durable: ['', 'recovery'],
  },
  // The top puts the service together.
  service: {
    http: [],
    store: ['http'],
    faults: ['http', 'store'],
    paging: ['http', 'store', 'faults'],
    '': ['http', 'store', 'faults', 'paging'],
  },
  // Each may import those above it.
  cli: {
    terminal: [],
    formats: ['terminal'],
    outputs: ['terminal'],
    source: ['terminal'],
    walk: ['terminal', 'outputs', 'source'],
    document: ['terminal', 'formats', 'outputs', 'source', 'walk'],
    resume: ['terminal', 'formats', 'outputs', 'walk', 'document'],
    changes: ['terminal', 'formats', 'outputs', 'walk', 'document', 'resume'],
    check: ['terminal'],
    codec: ['terminal', 'walk'],
    commands: ['terminal', 'formats', 'outputs', 'source', 'walk', 'document', 'resume', 'changes', 'check', 'codec'],
    '': ['terminal', 'outputs', 'commands'],
  },
};
