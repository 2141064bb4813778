export { observeBudget } from './observeBudget';
export { observeDurable } from './observeDurable';
export { observeHttp } from './observeHttp';
export { observeInvalid } from './observeInvalid';
export { observeLimits } from './observeLimits';
export { observePlaces } from './observePlaces';
export { observeWalks } from './observeWalks';
export type { MeterOptions, OtelOptions } from './OtelOptions';
