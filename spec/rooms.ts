/** The rooms of a folder of `src`, each with the other rooms that its files may import. The room '' is the folder's top. */
export type Rooms = Readonly<Record<string, ReadonlyArray<string>>>;

/** A folder that is not named here has no rooms to keep apart. */
export const rooms: Readonly<Record<string, Rooms>> = {
  // What all of the model stands on is at its top.
  model: {
    '': [],
    errors: [''],
    // What must not be shown, and what takes it out of texts.
    secrets: ['', 'errors'],
    place: [''],
    json: [],
    scheduling: [],
    records: ['', 'errors', 'json'],
    paging: ['', 'errors', 'place', 'records'],
    // What services call the things that pages are made of.
    conventions: [],
    endpoints: ['', 'errors', 'json', 'place', 'records', 'paging'],
  },
  // A scheme is one file; what several share is beside them, and the entry is at the top.
  paging: {
    slots: [],
    compile: ['slots'],
    schemes: ['slots', 'compile'],
    '': ['slots', 'compile', 'schemes'],
  },
  // What every walk has is in one room, whatever its pages come from: a service over HTTP, or calls.
  client: {
    walks: [],
    credentials: [],
    http: ['walks', 'credentials'],
    calls: ['walks'],
    '': ['walks', 'credentials', 'http', 'calls'],
  },
  // The walk itself is at the top, and knows nothing of what is built on it.
  walk: {
    '': [],
    values: [],
    valve: [''],
    streams: ['valve'],
    recovery: [''],
    changes: ['', 'recovery'],
    durable: ['', 'recovery'],
    each: ['', 'recovery', 'durable'],
  },
  // A store has texts and claims; what is the same in all of them is the port.
  stores: {
    port: [],
    memory: ['port'],
    files: ['port'],
    sqlite: ['port'],
    postgres: ['port'],
    '': ['port', 'memory'],
  },
  // The core is all of the service but its connections and its clock; the top puts both together.
  service: {
    answers: [],
    secrets: ['answers'],
    store: ['answers'],
    faults: ['answers', 'secrets', 'store'],
    pages: ['answers', 'secrets', 'store', 'faults'],
    core: ['answers', 'secrets', 'store', 'faults', 'pages'],
    http: ['answers', 'core'],
    '': ['store', 'faults', 'pages', 'core', 'http'],
  },
  // The model has no window and no clock; the view draws it.
  devtools: {
    model: [],
    view: ['model'],
    '': ['model', 'view'],
  },
  // Each may import those above it.
  cli: {
    terminal: [],
    // The tables of all options, from which a command line is read, and what reads them.
    options: ['terminal'],
    formats: ['terminal', 'options'],
    sinks: ['terminal'],
    connection: ['terminal', 'options'],
    // What was asked for, checked, before anything is asked.
    plan: ['terminal', 'options', 'connection'],
    endings: ['terminal', 'sinks', 'connection'],
    // What a first response says, by the rows of model/conventions.
    look: ['terminal', 'options', 'sinks', 'connection', 'plan', 'endings'],
    // The walk of a plan, written by a format into a sink.
    run: ['terminal', 'options', 'formats', 'sinks', 'connection', 'plan', 'endings', 'look'],
    check: ['terminal', 'formats', 'connection'],
    codec: ['terminal'],
    openapi: ['terminal', 'options', 'sinks', 'connection', 'plan', 'endings', 'look', 'codec'],
    show: ['terminal'],
    places: ['terminal'],
    commands: [
      'terminal',
      'options',
      'formats',
      'sinks',
      'connection',
      'plan',
      'endings',
      'look',
      'run',
      'check',
      'codec',
      'openapi',
      'show',
      'places',
    ],
    '': ['terminal', 'options', 'sinks', 'commands'],
  },
};

/** The rooms that may import Node's own modules, in folders where not all may. Only folders that may do the same import them. */
export const nodeRooms: Readonly<Record<string, ReadonlyArray<string>>> = {
  service: ['http', ''],
  stores: ['files', 'sqlite', 'postgres'],
};
