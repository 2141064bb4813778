const peer = (name) => async () => (await import(`./contestants/${name}.mjs`)).read;

const pagewalk = (options) => async () =>
  (await import('./contestants/pagewalk.mjs')).pagewalkReader(options);

/**
 * Who takes part: what tables call it, what it checks, and what gives its reader, which reads every object of a course the way
 * that library's documentation does it. A process loads only the contestants that run in it.
 */
export const contestants = {
  axiosLoop: { label: 'bare axios loop', checks: 'nothing', reader: peer('axiosLoop') },
  axiosTextLoop: {
    label: 'bare axios loop, query string by hand',
    checks: 'nothing',
    reader: peer('axiosTextLoop'),
  },
  rawHttp: {
    label: 'node:http + JSON.parse (the floor)',
    checks: 'nothing',
    reader: peer('rawHttp'),
  },
  pagewalkReadAhead0: { label: 'Pagewalk', checks: 'every object', reader: pagewalk({}) },
  pagewalkUndici: {
    label: 'Pagewalk over undici',
    checks: 'every object',
    reader: pagewalk({ isOverUndici: true }),
  },
  pagewalkForAwait: {
    label: 'Pagewalk, for await',
    checks: 'every object',
    reader: pagewalk({ isForAwait: true }),
  },
  pagewalkReadAhead1: {
    label: 'Pagewalk, readAhead 1',
    checks: 'every object',
    reader: pagewalk({ readAhead: 1 }),
  },
  effectStream: {
    label: 'Effect Stream.paginate over axios',
    checks: 'nothing',
    reader: peer('effectStream'),
  },
  expandIoTs: {
    label: 'plain RxJS expand + io-ts',
    checks: 'every object',
    reader: peer('expandIoTs'),
  },
  gotPaginate: { label: 'got.paginate', checks: 'nothing', reader: peer('gotPaginate') },
  azureItems: { label: '@azure/core-paging', checks: 'nothing', reader: peer('azureItems') },
  osdkAsyncIter: { label: 'OSDK asyncIter()', checks: 'nothing', reader: peer('osdkAsyncIter') },
};
