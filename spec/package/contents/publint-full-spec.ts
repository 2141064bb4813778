import { expect } from 'chai';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publint, type Message } from 'publint';
import { formatMessage } from 'publint/utils';
import { installed } from '../support/tarball';

// Where `node` is no condition (bundlers), import leads to the ES build and publint asks for types of its own for it. They would
// differ only in what a default import means, and no entry has a default export: the spec of the layers refuses them.
const isAboutDefaultImports = ({ code, args }: Message): boolean =>
  code === 'EXPORTS_TYPES_INVALID_FORMAT' &&
  args.condition === 'import' &&
  args.actualFormat === 'CJS';

const complaints = async (pkgDir: string): Promise<ReadonlyArray<string>> => {
  const { messages, pkg } = await publint({ pkgDir, pack: false, level: 'warning', strict: true });
  return messages
    .filter((message) => !isAboutDefaultImports(message))
    .map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
};

/** What publint says of the package when a text of its package.json is replaced. */
const complaintsWhen = async (name: string, text: string, replacement: string): Promise<string> => {
  const { directory, consumer } = await installed();
  const copy = join(consumer, name);
  await cp(directory, copy, { recursive: true });
  const manifest = await readFile(join(copy, 'package.json'), 'utf8');
  await writeFile(join(copy, 'package.json'), manifest.replaceAll(text, replacement));
  return (await complaints(copy)).join('\n');
};

describe('publint', () => {
  it('has neither an error nor a warning about the package', async () => {
    const { directory } = await installed();
    expect(await complaints(directory)).to.deep.equal([]);
  });

  it('sees an entry that is not there', async () => {
    expect(
      await complaintsWhen('publint-absent', './dist/cjs/index.js', './dist/cjs/absent.js'),
    ).to.include('/dist/cjs/absent.js but the file does not exist');
  });

  it('sees an entry of the wrong format', async () => {
    expect(
      await complaintsWhen('publint-format', './dist/cjs/index.js', './dist/esm/index.js'),
    ).to.include('is written in ESM, but is interpreted as CJS');
  });
});
