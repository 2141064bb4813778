import { startService, type Service } from '../../../src/service/index';

/** The reference service as the examples of the documentation know it; `https://objects.example.com` stands for it. */
export const startExampleServer = (): Promise<Service> =>
  startService({ ontologyRid: 'ri.ontology.main', apiFamily: 'demo', token: 'secret' });
