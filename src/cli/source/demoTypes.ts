import * as t from 'io-ts';
import { TextObjects, type UnknownProperties } from '../../index';

/** The properties of a type whose name only the command line knows. */
const properties = (props: t.Props): t.Type<UnknownProperties, unknown> => t.type(props);

/**
 * The types of the embedded service's objects, so that what is read from it is decoded, as a program of one's own would
 * do; of a service that `--base-url` names nobody knows the types.
 */
export const demoTypes: Readonly<Record<string, t.Type<UnknownProperties, unknown>>> = {
  employee: properties({
    id: t.number,
    name: t.string,
    team: t.string,
    active: t.boolean,
    salary: t.number,
    startDate: t.string,
  }),
  aircraft: properties({ id: t.number, tailNumber: t.string, model: t.string, seats: t.number, inService: t.boolean }),
  person: properties({ id: t.number, name: TextObjects }),
  event: properties({ id: t.number, kind: t.string, employeeId: t.number, day: t.string }),
};
