import { type Algebra, foldShape } from './foldShape';
import type { ScalarFormat } from './Shape';
import {
  callText,
  fieldsText,
  headText,
  holdsInherited,
  isInherited,
  listText,
  literalText,
  moduleText,
  type Printer,
} from './Printer';

const algebra = (z: string, own: string): Algebra<string> => {
  const oneOf = (members: ReadonlyArray<string>): string =>
    members.length === 1 ? members.join('') : `${z}.union(${listText(members)})`;
  const none = `${z}.null()`;
  // zod refuses numbers that are not finite, and JSON can hold 1e999.
  const number = (format: ScalarFormat): string =>
    format === 'infinite' ? oneOf([`${z}.number()`, `${z}.literal([Infinity, -Infinity])`]) : `${z}.number()`;
  return {
    scalar: (type, format) => (type === 'number' ? number(format) : `${z}.${type}()`),
    large: (_, others) => [...(others === undefined ? [] : [number(others)]), `${z}.bigint()`],
    literal: (value) => `${z}.literal(${literalText(value)})`,
    array: (items) => (items === undefined ? `${z}.array(${z}.unknown())` : callText(`${z}.array`, items)),
    union: (members) =>
      members.includes(none) ? `${oneOf(members.filter((member) => member !== none))}.nullable()` : oneOf(members),
    object: (fields = []) => {
      if (fields.length === 0) return `${z}.looseObject({})`;
      const object = `${z}.object(${fieldsText(
        fields.map((field) => (field.isOptional ? { ...field, value: `${field.value}.optional()` } : field)),
      )})`;
      return fields.some(isInherited) ? callText(own, object) : object;
    },
  };
};

/** zod leaves `__proto__` out of what it gives, so a type must not promise it. */
const withoutProto = <A>(algebra: Algebra<A>): Algebra<A> => ({
  ...algebra,
  object: (fields) => algebra.object(fields?.filter(({ name }) => name !== '__proto__')),
});

const ownText = (z: string, own: string): string =>
  [
    '// zod sees what every object inherits. A copy without a prototype has only what is its own.',
    `const ${own} = <S extends ${z}.ZodType>(schema: S) =>`,
    `  ${z}.preprocess(`,
    "    (u) => (typeof u === 'object' && u && !Array.isArray(u) ? Object.assign(Object.create(null), u) : u),",
    '    schema,',
    '  );',
  ].join('\n');

/** A schema of zod 4. */
export const printZod: Printer = ({ shape, objects }, { name, literals }) => {
  const z = name === 'z' ? 'zod' : 'z';
  const own = name === 'own' ? 'ownOnly' : 'own';
  return moduleText([
    `${headText(objects)}import { ${z === 'z' ? z : `z as ${z}`} } from 'zod';`,
    foldShape(withoutProto(holdsInherited), literals)(shape) ? ownText(z, own) : '',
    `export const ${name} = ${foldShape(withoutProto(algebra(z, own)), literals)(shape)};`,
    `export type ${name} = ${z}.infer<typeof ${name}>;`,
  ]);
};
