import { Buffer } from 'node:buffer';
import { request } from 'node:http';
import { listPath, searchPath } from '../paths.mjs';

const exchange = (url, method, body) =>
  new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = request(url, { method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** The floor: Node's http module and JSON.parse, and nothing else. */
export const read = async ({ url, course }, { take }) => {
  let pageToken;
  do {
    const query = `pageSize=${course.pageSize}${pageToken ? `&pageToken=${encodeURIComponent(pageToken)}` : ''}`;
    const { data, nextPageToken } = await (course.revision === '2.0'
      ? exchange(url + searchPath, 'POST', JSON.stringify({ query: { type: 'empty' }, pageToken }))
      : exchange(`${url}${listPath}?${query}`, 'GET'));
    for (const record of data) take(record);
    pageToken = nextPageToken;
  } while (pageToken);
};
