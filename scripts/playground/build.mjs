// Builds the playground into one page that needs nothing else, not even a server: scripts/docs/playground/index.html.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '../..');
const out = process.argv[2] ?? join(root, 'scripts/docs/playground');

const { outputFiles } = await build({
  entryPoints: [join(here, 'main.ts')],
  bundle: true,
  format: 'iife',
  minify: true,
  target: 'es2022',
  write: false,
  legalComments: 'none',
  tsconfig: join(root, 'tsconfig.json'),
});
const [{ text: script }] = outputFiles;
const read = (name) => readFileSync(join(here, name), 'utf8');
const page = read('page.html')
  .replace('/* style */', () => read('style.css'))
  .replace('/* script */', () => script.replaceAll('</script', '<\\/script'));
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'index.html'), page);
