export { type Fault, type When } from './Fault';
export { parseFault } from './parseFault';
export { type Properties } from './Properties';
export { type ServedRequest } from './ServedRequest';
export { type Service } from './Service';
export { type ServiceOptions } from './ServiceOptions';
export { startService } from './startService';
export { type Store, type Which } from './Store';
