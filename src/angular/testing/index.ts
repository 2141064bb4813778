export { type ObjectQueryTestingOptions, provideObjectQueryTesting } from './provideObjectQueryTesting';
export { ObjectQueryTesting, type TestPages } from './scriptedService';
