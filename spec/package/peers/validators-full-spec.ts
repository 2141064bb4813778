import { expect } from 'chai';
import { build } from 'esbuild';
import { join } from 'node:path';
import { compile } from '../support/compile';
import { printedBy } from '../support/run';
import { linkModule, project } from '../support/tarball';

/** A schema of each library, and what it needs to be written. */
const validators = {
  zod: `
import { z } from 'zod';
const Employee = z.object({ id: z.number(), since: z.string().transform((text) => new Date(text)) });
`,
  valibot: `
import * as v from 'valibot';
const Employee = v.object({ id: v.number(), since: v.pipe(v.string(), v.transform((text) => new Date(text))) });
`,
  arktype: `
import { type } from 'arktype';
const Employee = type({ id: 'number', since: 'string.date.parse' });
`,
  effect: `
import { Schema } from 'effect';
const Employee = Schema.standardSchemaV1(Schema.Struct({ id: Schema.Number, since: Schema.Date }));
`,
};

type Validator = keyof typeof validators;

const names = Object.keys(validators) as ReadonlyArray<Validator>;

/** A walk as a team writes it that has its schemas already. */
const programOf = (validator: Validator): string => `${validators[validator]}
import { either } from 'fp-ts';
import { of } from 'rxjs';
import { createClient, explain, lefts, listObjects, rights, type StandardSchemaV1, type Transport } from 'pagewalk';

const page = { data: [{ properties: { id: 1, since: '2020-01-02' } }, { properties: { id: 'x', since: '2020-01-02' } }] };
const transport: Transport = () => of(either.right({ status: 200, headers: {}, body: JSON.stringify(page) }));
const client = createClient({ transport });
const params = { ontologyRid: 'ri.o', objectType: 'employee', properties: Employee };

client.list(params).pipe(rights()).subscribe(({ properties }) => {
  const { id, since }: { readonly id: number; readonly since: Date } = properties;
  console.log(id.toFixed(1), since.getUTCFullYear());
});
client.search({ apiFamily: 'demo', objectType: 'employee', properties: Employee }).pipe(lefts()).subscribe((error) => {
  console.log(error._tag, 'problems' in error && error.problems.map(({ at }) => at).join());
  console.log(explain(error).length > 0);
});
client.pages(listObjects, params).pipe(rights()).subscribe(({ data }) => console.log(data.length));

export const schema: StandardSchemaV1<unknown, { readonly id: number; readonly since: Date }> = Employee;
// @ts-expect-error: no schema has it
client.list(params).pipe(rights()).subscribe(({ properties }) => properties.none);
// @ts-expect-error: it is a number
client.list(params).pipe(rights()).subscribe(({ properties }): string => properties.id);
`;

// Under nodenext the extension says which kind of module a file is: both kinds of consumers are there.
const resolutions = {
  nodenext: {
    module: 'nodenext',
    moduleResolution: 'nodenext',
    extensions: { mts: 'mjs', cts: 'cjs' },
  },
  bundler: { module: 'esnext', moduleResolution: 'bundler', extensions: { mts: 'mjs' } },
};

const options = {
  strict: true,
  target: 'es2022',
  lib: ['es2022', 'dom'],
  types: [],
  skipLibCheck: true,
  outDir: 'out',
};

for (const [resolution, { extensions, ...how }] of Object.entries(resolutions)) {
  describe(`a consumer's own schemas under ${resolution} resolution`, () => {
    const folder = `validators-${resolution}`;
    let path: string;

    before(async () => {
      const files = names.flatMap((validator) =>
        Object.keys(extensions).map(
          (extension) => [`${validator}.${extension}`, programOf(validator)] as const,
        ),
      );
      path = await project(folder, Object.fromEntries(files));
      for (const validator of names) await linkModule(join(path, 'node_modules'), validator);
      const compilerOptions = { ...options, ...how };
      expect(
        await compile(folder, { compilerOptions, files: files.map(([file]) => file) }),
      ).to.deep.equal([]);
    });

    for (const validator of names) {
      for (const extension of Object.values(extensions)) {
        it(`${validator} compiles and runs as ${extension}`, async () => {
          const entry = join('out', `${validator}.${extension}`);
          if (resolution === 'bundler') {
            const how = {
              bundle: true,
              format: 'esm',
              platform: 'browser',
              allowOverwrite: true,
            } as const;
            await build({ absWorkingDir: path, entryPoints: [entry], outfile: entry, ...how });
          }
          expect(await printedBy(entry, path)).to.equal(
            '1.0 2020\nInvalidObject properties.id\ntrue\n2\n',
          );
        });
      }
    }
  });
}
