import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setImmediate, setTimeout } from 'node:timers';
import { recordOf, serialise } from './pages.mjs';
import { describeType, vendorRecord } from './vendor.mjs';

/*
 * The service that all contestants read from, in a process of its own: in theirs it would take its time from the loop
 * that is measured. It answers from Buffers that were made before.
 */

/** Answers `ms` after the request came. A timer alone would be up to a millisecond and more late. */
const after = (ms, answer) => {
  const due = performance.now() + ms;
  const poll = () => (performance.now() >= due ? answer() : setImmediate(poll));
  setTimeout(poll, Math.max(0, ms - 2));
};

const pageIn = (text) => Number(/v1\.page-(\d+)/.exec(text)?.[1] ?? 0);

const bodyOf = (request, use) => {
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => use(text));
};

const send = (response, body) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
};

const serve = (course) => {
  const pageAt = serialise(course, recordOf);
  let vendorPages;
  const vendorPageAt = (page) => (vendorPages ??= serialise(course, vendorRecord))(page);

  const answer = (response, url, text) => {
    if (url.includes('/fullMetadata'))
      send(response, Buffer.from(JSON.stringify(describeType(course))));
    else send(response, (url.includes('/loadObjects') ? vendorPageAt : pageAt)(pageIn(text)));
  };
  const answerInTime =
    course.latency > 0 ? (...args) => after(course.latency, () => answer(...args)) : answer;

  const server = createServer((request, response) => {
    const { method, url } = request;
    if (method === 'GET') answerInTime(response, url, url);
    else bodyOf(request, (text) => answerInTime(response, url, text));
  });
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1', () =>
    process.send({ url: `http://127.0.0.1:${server.address().port}` }),
  );
};

process.once('message', serve);
process.once('disconnect', () => process.exit());
