import { propertiesOf } from './pages.mjs';

/*
 * The two endpoints that the platform vendor's own client asks: the description of an object type, and its objects with
 * their properties in the record itself. The objects are the same as everyone's.
 */
const typeNames = { number: 'double', string: 'string', boolean: 'boolean' };

/** What the vendor's client wants to know of an object type before it reads one. */
export const describeType = ({ shape, ...course }) => {
  const properties = Object.entries(propertiesOf({ shape, ...course }, 0)).map(([name, value]) => [
    name,
    {
      rid: `ri.property.${name}`,
      dataType: { type: typeNames[typeof value] },
      status: { type: 'active' },
      typeClasses: [],
    },
  ]);
  return {
    objectType: {
      apiName: 'thing',
      displayName: 'Thing',
      pluralDisplayName: 'Things',
      icon: { type: 'blueprint', name: 'box', color: '#000000' },
      primaryKey: 'id',
      titleProperty: 'name',
      rid: 'ri.object-type.thing',
      status: 'ACTIVE',
      properties: Object.fromEntries(properties),
    },
    linkTypes: [],
    implementsInterfaces: [],
    implementsInterfaces2: {},
    sharedPropertyTypeMapping: {},
  };
};

/** A record in the vendor's form. */
export const vendorRecord = (course, id) => {
  const properties = propertiesOf(course, id);
  return {
    __rid: `ri.object.${id}`,
    __primaryKey: id,
    __apiName: 'thing',
    __title: properties.name,
    ...properties,
  };
};
