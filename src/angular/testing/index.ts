export {
  PagewalkTesting,
  type PagewalkTestingOptions,
  providePagewalkTesting,
} from './providePagewalkTesting';
export type { TestPages } from '../../testing/scriptedService';
