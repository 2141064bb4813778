import { allHistories } from './support/allHistories';

describe('random histories of a list', () => allHistories(25));
