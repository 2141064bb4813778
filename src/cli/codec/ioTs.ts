import { type Algebra, foldShape } from './foldShape';
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

const algebra = (t: string, inherited: string, int64: string): Algebra<string> => {
  const union = (members: ReadonlyArray<string>): string => `${t}.union(${listText(members)})`;
  return {
    scalar: (type) => `${t}.${type}`,
    literal: (value) => `${t}.literal(${literalText(value)})`,
    large: (large, others) => {
      // Int64 reads small integers too.
      const isCovered = others === undefined || (others === 'integer' && large === 'int64');
      return [...(isCovered ? [] : [`${t}.number`]), large === 'int64' ? int64 : `${t}.bigint`];
    },
    array: (items) => (items === undefined ? `${t}.UnknownArray` : callText(`${t}.array`, items)),
    union,
    object: (fields) => {
      if (fields === undefined) return `${t}.UnknownRecord`;
      const required = fields.filter(({ isOptional }) => !isOptional);
      const optional = fields
        .filter(({ isOptional }) => isOptional)
        .map((field) => (isInherited(field) ? { ...field, value: union([inherited, field.value]) } : field));
      const parts = [
        ...(required.length === 0 ? [] : [`${t}.type(${fieldsText(required)})`]),
        ...(optional.length === 0 ? [] : [`${t}.partial(${fieldsText(optional)})`]),
      ];
      return parts.length === 1 ? parts.join('') : `${t}.intersection(${listText(parts)})`;
    },
  };
};

/** Of io-ts's own parts, as all of the codec is: Pagewalk checks objects much faster by these than by any other. */
const inheritedText = (t: string, inherited: string): string =>
  [
    '// io-ts sees what every object inherits. None of it can come as JSON: the property is just not there.',
    `const ${inherited} = ${t}.refinement(`,
    `  ${t}.unknown,`,
    "  (u): u is undefined => typeof u === 'function' || u === Object.prototype,",
    "  'inherited',",
    ');',
  ].join('\n');

/** Whether a shape has integers that Int64 reads. */
const holdsInt64: Algebra<boolean> = {
  ...holdsInherited,
  object: (fields = []) => fields.some(({ value }) => value),
  large: (large) => [large === 'int64'],
};

/** A codec of io-ts. */
export const printIoTs: Printer = ({ shape, objects }, { name, literals }) => {
  const t = name === 't' ? 'io' : 't';
  const inherited = name === 'inherited' ? 'inheritedValue' : 'inherited';
  const int64 = name === 'Int64' ? 'Integer' : 'Int64';
  const imported = int64 === 'Int64' ? int64 : `Int64 as ${int64}`;
  return moduleText([
    `${headText(objects)}import * as ${t} from 'io-ts';${
      foldShape(holdsInt64, literals)(shape) ? `\nimport { ${imported} } from 'pagewalk';` : ''
    }`,
    foldShape(holdsInherited, literals)(shape) ? inheritedText(t, inherited) : '',
    `export const ${name} = ${foldShape(algebra(t, inherited, int64), literals)(shape)};`,
    `export type ${name} = ${t}.TypeOf<typeof ${name}>;`,
  ]);
};
