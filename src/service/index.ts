export { type ServedRequest, type ServiceOptions } from './core/ServiceOptions';
export { type Service } from './core/Service';
export { type Fault } from './faults/Fault';
export { parseFault } from './faults/readFaults';
export { startService } from './startService';
export { type Properties } from './store/Properties';
export { type ObjectStore } from './store/Store';
