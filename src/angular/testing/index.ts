export { ObjectQueryTesting } from './ObjectQueryTesting';
export { type ObjectQueryTestingOptions, provideObjectQueryTesting } from './provideObjectQueryTesting';
export { type TestPages } from './scriptedService';
