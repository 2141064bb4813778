import { allHistories } from './support/allHistories';

describe('random histories of a list', function () {
  this.timeout(3_600_000);
  allHistories(1_300);
});
