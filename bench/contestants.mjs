/**
 * Who takes part. Each has a file of its own under `contestants/`, named by its key, that reads every object of a course
 * the way that library's documentation does it.
 */
export const contestants = {
  axiosLoop: { label: 'bare axios loop', checks: 'nothing' },
  axiosTextLoop: { label: 'bare axios loop, query string by hand', checks: 'nothing' },
  rawHttp: { label: 'node:http + JSON.parse (the floor)', checks: 'nothing' },
  pagewalkReadAhead0: { label: 'Pagewalk', checks: 'every object' },
  pagewalkUndici: { label: 'Pagewalk over undici', checks: 'every object' },
  pagewalkForAwait: { label: 'Pagewalk, for await', checks: 'every object' },
  pagewalkReadAhead1: { label: 'Pagewalk, readAhead 1', checks: 'every object' },
  effectStream: { label: 'Effect Stream.paginate over axios', checks: 'nothing' },
  expandIoTs: { label: 'plain RxJS expand + io-ts', checks: 'every object' },
  gotPaginate: { label: 'got.paginate', checks: 'nothing' },
  azureItems: { label: '@azure/core-paging', checks: 'nothing' },
  osdkAsyncIter: { label: 'OSDK asyncIter()', checks: 'nothing' },
};
