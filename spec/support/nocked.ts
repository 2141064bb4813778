import nock from 'nock';

// nock takes over Node's HTTP as soon as it is loaded; specs that talk to a real server must not notice.
nock.restore();

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
