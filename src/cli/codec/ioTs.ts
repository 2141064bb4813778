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

const algebra = (t: string, inherited: string): Algebra<string> => {
  const union = (members: ReadonlyArray<string>): string => `${t}.union(${listText(members)})`;
  return {
    scalar: (type) => `${t}.${type}`,
    literal: (value) => `${t}.literal(${literalText(value)})`,
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

/** A codec of io-ts. */
export const printIoTs: Printer = ({ shape, objects }, { name, literals }) => {
  const t = name === 't' ? 'io' : 't';
  const inherited = name === 'inherited' ? 'inheritedValue' : 'inherited';
  return moduleText([
    `${headText(objects)}import * as ${t} from 'io-ts';`,
    foldShape(holdsInherited, literals)(shape) ? inheritedText(t, inherited) : '',
    `export const ${name} = ${foldShape(algebra(t, inherited), literals)(shape)};`,
    `export type ${name} = ${t}.TypeOf<typeof ${name}>;`,
  ]);
};
