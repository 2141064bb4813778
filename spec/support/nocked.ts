import nock from 'nock';

// nock takes over Node's HTTP and fetch as soon as it is loaded. Specs that talk to a real server must not notice, and what keeps
// a fetch when it is loaded, as axios does, must find the real one: import nock from here, before the code that is tested.
nock.restore();

export { nock };

/** Puts nock in the place of the network for the specs of the suite that calls this, and only for them. */
export const useNock = (): void => {
  before(() => {
    nock.activate();
    nock.disableNetConnect();
  });

  afterEach(() => nock.cleanAll());

  after(() => {
    nock.enableNetConnect();
    nock.restore();
  });
};
