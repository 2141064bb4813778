import { type Service, type ServiceOptions, startService } from '../../../src/service/index';

/** Runs a reference service for as long as `use` takes. */
export const withService = async <R>(
  options: ServiceOptions,
  use: (service: Service) => Promise<R>,
): Promise<R> => {
  const service = await startService(options);
  try {
    return await use(service);
  } finally {
    await service.close();
  }
};
