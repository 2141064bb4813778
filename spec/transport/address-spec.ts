import { expect } from 'chai';
import { absolute } from '../../src/transport/address';

/** Runs something as if it stood in a page or in a worker. */
const within = <R>(
  platform: { readonly document?: object; readonly location?: object },
  run: () => R,
): R => {
  Object.assign(globalThis, platform);
  try {
    return run();
  } finally {
    for (const name of Object.keys(platform)) Reflect.deleteProperty(globalThis, name);
  }
};

const page = { location: { href: 'https://app.example.com/shop/list?q=1#top' } };

describe('law 27: the absolute address of a request', () => {
  it('is the base and the path where the base is absolute, in a page or not', () => {
    const address = () => absolute('https://objects.example.com/base/', "/p?a='b");
    expect([address(), within(page, address)]).to.deep.equal(
      Array(2).fill("https://objects.example.com/base/p?a='b"),
    );
  });

  for (const [base, expected] of [
    ['', "https://app.example.com/p?a='b"],
    ['/objects', "https://app.example.com/objects/p?a='b"],
    ['objects', "https://app.example.com/shop/objects/p?a='b"],
    ['./objects/', "https://app.example.com/shop/objects/p?a='b"],
    ['//objects.example.com/base', "https://objects.example.com/base/p?a='b"],
  ] as const) {
    it(`ends with the path as it is where the base '${base}' is relative to a page`, () =>
      expect(within(page, () => absolute(base, "/p?a='b"))).to.equal(expected));
  }

  it('is relative to the base element of a page', () => {
    const withBase = { ...page, document: { baseURI: 'https://app.example.com/v2/' } };
    expect(within(withBase, () => absolute('objects', '/p'))).to.equal(
      'https://app.example.com/v2/objects/p',
    );
  });

  it('is not known where there is no page, or one that is nowhere', () => {
    expect(absolute('/objects', '/p')).to.equal(undefined);
    expect(
      within({ document: { baseURI: 'about:blank' } }, () => absolute('/objects', '/p')),
    ).to.equal(undefined);
  });
});
