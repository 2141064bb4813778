import { expect } from 'chai';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ask, type Body, listUrl, searchInit, searchUrl } from '../support/plain';
import { withThings } from '../support/things';
import { withService } from '../support/withService';

/** Sends a target as it is; `fetch` would tidy it up first. */
const askRaw = (
  url: string,
  path: string,
): Promise<{ readonly status: number | undefined; readonly body: Body }> =>
  new Promise((resolve, reject) => {
    request(url, { path }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode, body: JSON.parse(body) as Body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });

describe('the paths of the service', () => {
  const lost: ReadonlyArray<readonly [path: string, errorName: string]> = [
    ['/api/v1/ontologies/ri.other/objects/thing', 'OntologyNotFound'],
    ['/api/v1/ontologies/ri.ontology.main/objects/other', 'ObjectTypeNotFound'],
    ['/api/v1/ontologies/ri.ontology.main/objects/__proto__', 'ObjectTypeNotFound'],
    ['/api/v1/ontologies/ri.ontology.main/objects/%2e%2e', 'ObjectTypeNotFound'],
    ['/api/v1/ontologies/ri.ontology.main/objects/thing/', 'EndpointNotFound'],
    ['/api/v1/ontologies/ri.ontology.main/objects/', 'EndpointNotFound'],
    ['/api/v1/ontologies/ri.ontology.main/objects/../objects/thing', 'ObjectNotFound'],
    ['/api/v1/ontologies/ri.ontology.main/objects/%E0%A4%A', 'EndpointNotFound'],
    ['/%', 'EndpointNotFound'],
    ['/', 'EndpointNotFound'],
    ['//', 'EndpointNotFound'],
    ['*', 'EndpointNotFound'],
    ['/?pageToken=x', 'EndpointNotFound'],
  ];
  for (const [path, errorName] of lost) {
    it(`GET ${path} is 404 ${errorName}`, () =>
      withService(withThings(1), async ({ url }) => {
        const { status, body } = await askRaw(url, path);
        expect([status, body.errorCode, body.errorName]).to.deep.equal([
          404,
          'NOT_FOUND',
          errorName,
        ]);
        expect(JSON.stringify(body)).not.to.include('pageToken');
      }));
  }

  it('name what was not found', () =>
    withService(withThings(1), async (service) => {
      const other = { ...service, apiFamily: 'other', ontologyRid: 'ri.other' };
      expect((await ask(listUrl(other))).body.parameters).to.deep.equal({
        ontologyRid: 'ri.other',
      });
      expect((await ask(listUrl(service, {}, 'a%2Fb'))).body.parameters).to.deep.equal({
        objectType: 'a/b',
      });
      const { status, body } = await ask(searchUrl(other), searchInit(service, {}));
      expect([status, body.errorName, body.parameters]).to.deep.equal([
        404,
        'ApiFamilyNotFound',
        { apiFamily: 'other' },
      ]);
    }));

  it('may hold any name that is percent-encoded', async () => {
    const objects = { 'a/b ü?': [{ id: 1 }] };
    await withService({ objects, ontologyRid: 'ri/o', apiFamily: 'f%' }, async ({ url, token }) => {
      const type = encodeURIComponent('a/b ü?');
      expect((await ask(`${url}/api/v1/ontologies/ri%2Fo/objects/${type}`)).status).to.equal(200);
      const init = searchInit({ token } as never, { query: { type: 'empty' } });
      expect((await ask(`${url}/api/f%25/v1/objects/types/${type}/search`, init)).status).to.equal(
        200,
      );
    });
  });

  for (const [method, what, urlOf, allowed] of [
    ...['POST', 'PUT', 'DELETE', 'PATCH'].map(
      (method) => [method, 'list', listUrl, 'GET'] as const,
    ),
    ['GET', 'search', searchUrl, 'POST'] as const,
  ]) {
    it(`${method} of a ${what} is 405, and ${allowed} is allowed`, () =>
      withService(withThings(1), async (service) => {
        const { status, headers, body } = await ask(urlOf(service), { method });
        expect([status, body.errorCode, body.errorName]).to.deep.equal([
          405,
          'METHOD_NOT_ALLOWED',
          'MethodNotAllowed',
        ]);
        expect(headers.get('allow')).to.equal(`${allowed}, OPTIONS`);
      }));
  }

  it('HEAD is 405 without a body', () =>
    withService(withThings(1), async (service) => {
      const response = await fetch(listUrl(service), { method: 'HEAD' });
      expect([response.status, await response.text()]).to.deep.equal([405, '']);
    }));
});
