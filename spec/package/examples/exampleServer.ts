import { startService, type Service } from '../../../src/service/index';

/** The reference service as docs/README.md says to start it; `https://objects.example.com` stands for it in the examples. */
export const startExampleServer = (): Promise<Service> => startService({ token: 'secret' });
