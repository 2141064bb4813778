export { type Fault, type When } from './faults/Fault';
export { parseFault } from './faults/parseFault';
export { type Service } from './Service';
export { type ServedRequest, type ServiceOptions } from './ServiceOptions';
export { startService } from './startService';
export { type Properties } from './store/Properties';
export { type Store, type Which } from './store/Store';
