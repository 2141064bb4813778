/** The ways of paging that can be chosen. */
export type Scheme = 'link' | 'offset' | 'page' | 'cursor' | 'lastItem' | 'revision 1.0';

export interface Settings {
  readonly pageSize: number;
  readonly latency: number;
  readonly consumer: number;
  readonly highWaterMark: number;
  readonly readAhead: 0 | 1;
  readonly scheme: Scheme;
}

export const initial: Settings = {
  pageSize: 50,
  latency: 200,
  consumer: 3,
  highWaterMark: 100,
  readAhead: 0,
  scheme: 'link',
};

/** A setting that is a number. */
interface Range {
  readonly name: string;
  readonly unit: string;
  readonly max: number;
  readonly step: number;
  readonly min: number;
  /** Running walks notice it at once. */
  readonly isLive: boolean;
}

type Numeric = Exclude<keyof Settings, 'scheme'>;

export const ranges: Readonly<Record<Numeric, Range>> = {
  pageSize: { name: 'Page size', unit: 'objects', min: 10, max: 200, step: 10, isLive: false },
  latency: {
    name: 'Latency of the service',
    unit: 'ms',
    min: 0,
    max: 2_000,
    step: 20,
    isLive: true,
  },
  consumer: { name: 'Consumer', unit: 'ms per object', min: 0, max: 50, step: 1, isLive: true },
  highWaterMark: {
    name: 'High water mark',
    unit: 'objects',
    min: 0,
    max: 500,
    step: 10,
    isLive: false,
  },
  readAhead: { name: 'Read ahead', unit: 'pages', min: 0, max: 1, step: 1, isLive: false },
};

export const schemes: Readonly<Record<Scheme, string>> = {
  link: 'Link headers',
  offset: 'Offsets',
  page: 'Page numbers',
  cursor: 'Cursors',
  lastItem: 'Last ids',
  'revision 1.0': 'Page tokens (revision 1.0)',
};
