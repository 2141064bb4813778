export { type PagewalkTestingOptions, providePagewalkTesting } from './providePagewalkTesting';
export { PagewalkTesting, type TestPages } from './scriptedService';
