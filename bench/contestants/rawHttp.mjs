import { Buffer } from 'node:buffer';
import { get } from 'node:http';
import { listPath } from '../paths.mjs';

const fetchPage = (url) =>
  new Promise((resolve, reject) => {
    const sent = get(url, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    sent.on('error', reject);
  });

/** The floor: Node's http module and JSON.parse, and nothing else. */
export const read = async ({ url, course }, { take }) => {
  let pageToken;
  do {
    const query = `pageSize=${course.pageSize}${pageToken ? `&pageToken=${encodeURIComponent(pageToken)}` : ''}`;
    const { data, nextPageToken } = await fetchPage(`${url}${listPath}?${query}`);
    for (const record of data) take(record);
    pageToken = nextPageToken;
  } while (pageToken);
};
