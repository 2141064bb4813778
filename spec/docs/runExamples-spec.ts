import { expect } from 'chai';
import { memoryService } from '../../src/testing/index';
import { fencedBlocks } from '../package/examples/fencedBlocks';
import { isInDocs, pages } from './pages';

const box = 'docs/README.md';

const blocksOf = (path: string): ReadonlyArray<string> =>
  fencedBlocks(pages[path] ?? '')
    .filter(({ info }) => info.startsWith('ts'))
    .map(({ code }) => code);

/** Whether a block needs a service that the reader has to start. */
const needsService = (code: string): boolean => /https:\/\/objects\.example\.com|http:\/\/127\.0\.0\.1:8080/.test(code);

const pagesWithBlocks = Object.keys(pages).filter((path) => blocksOf(path).some(needsService));

describe('the examples of the documentation', () => {
  it('name the ontology and the family that the service has by default', () => {
    const { ontologyRid, apiFamily } = memoryService({ objects: { employee: [] } });
    const named = pagesWithBlocks.flatMap((path) =>
      blocksOf(path)
        .filter(needsService)
        .flatMap((code) => [...code.matchAll(/(?:ontologyRid|apiFamily): '(\w[^']*)'/g)].map(([, name]) => name)),
    );
    expect([...new Set(named)].sort()).to.deep.equal([apiFamily, ontologyRid].sort());
  });

  it('work with one line, which the map of the docs shows', () => {
    const line = 'PAGEWALK_TOKEN=secret npx pagewalk serve --port 8080';
    expect(fencedBlocks(pages[box] ?? '').map(({ code }) => code.trim())).to.include(line);
  });

  it('say it once, and name the address of that line', () => {
    const others = Object.entries(pages).filter(([path]) => isInDocs(path) && path !== box);
    expect(others.filter(([, text]) => /how to run these examples/i.test(text)).map(([path]) => path)).to.deep.equal(
      [],
    );
    const elsewhere = pagesWithBlocks.filter((path) =>
      blocksOf(path).some((code) => code.includes('//objects.example.com')),
    );
    expect(elsewhere).to.deep.equal([]);
  });
});
