export {
  PagewalkTesting,
  type PagewalkTestingOptions,
  providePagewalkTesting,
  type TestPages,
} from './providePagewalkTesting';
