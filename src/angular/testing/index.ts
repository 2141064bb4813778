export {
  PagewalkTesting,
  type PagewalkTestingOptions,
  providePagewalkTesting,
} from './providePagewalkTesting';
export type { TestPages, WaitingFor } from '../../testing/scriptedService';
