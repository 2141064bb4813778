import { createHmac } from 'node:crypto';
import type { HttpRequest } from '../src/index';

/** The account of every emulator of Azure's storage, and its key, which Microsoft has published. */
export const account = 'devstoreaccount1';
const key =
  'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** The headers of a request to table storage, by its scheme SharedKeyLite. */
export const azureSignature = ({ url }: Pick<HttpRequest, 'url'>): Record<string, string> => {
  const date = new Date().toUTCString();
  const [path = ''] = url.split('?');
  const signature = createHmac('sha256', Buffer.from(key, 'base64'))
    .update(`${date}\n/${account}${path}`)
    .digest('base64');
  return {
    'x-ms-date': date,
    'x-ms-version': '2019-02-02',
    authorization: `SharedKeyLite ${account}:${signature}`,
  };
};
