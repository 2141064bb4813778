import * as E from 'fp-ts/Either';
import * as t from 'io-ts';
import type { Client, InvalidObject, WalkError } from 'pagewalk';
import { map, type Observable } from 'rxjs';
import { Employee } from './employees';

/** An object as the list shows it. */
export interface Shown {
  readonly id: number | string;
  readonly title: string;
  readonly detail: string;
  readonly note: string;
  /** The address of its page, where it has one. */
  readonly link?: string;
  /** Whether it could not be read. */
  readonly isInvalid?: true;
}

/** What is walked, and how. */
export interface Choice {
  readonly kind: ObjectKind;
  readonly revision: '1.0' | '2.0';
  readonly snapshot: boolean;
  /** Objects of a page, where the revision lets one ask for it. Default 100. */
  readonly pageSize?: number;
}

/** An object type that the list can show. */
export interface ObjectKind {
  readonly objectType: string;
  readonly label: string;
  readonly walk: (client: Pick<Client, 'list' | 'search'>, choice: Choice) => Observable<E.Either<WalkError, Shown>>;
}

const ontologyRid = 'ri.ontology.main';
const apiFamily = 'demo';

/** A list sets objects apart that could not be read. Here they are rows like others, in their places. */
const showInvalid = ({ page, record, problems }: InvalidObject): Shown => ({
  // Without a key of its own, it is known by what came.
  id: JSON.stringify(record),
  title: 'Invalid object',
  detail: problems.map(({ at, message }) => `${at} ${message}`).join('; '),
  note: `page ${page + 1}`,
  isInvalid: true,
});

const kind = <A>(
  objectType: string,
  label: string,
  properties: t.Type<A, unknown>,
  show: (properties: A) => Shown,
): ObjectKind => ({
  objectType,
  label,
  walk: (client, { revision, snapshot, pageSize = 100 }) =>
    (revision === '1.0'
      ? client.list({ ontologyRid, objectType, properties, pageSize, snapshot })
      : client.search({ apiFamily, objectType, properties })
    ).pipe(
      map((result) =>
        E.isLeft(result) && result.left._tag === 'InvalidObject'
          ? E.right(showInvalid(result.left))
          : E.map((record: { readonly properties: A }) => show(record.properties))(result),
      ),
    ),
});

const Reading = t.type({
  id: t.number,
  sensor: t.string,
  station: t.string,
  value: t.number,
  unit: t.string,
  day: t.string,
});

const Aircraft = t.type({ id: t.number, tailNumber: t.string, model: t.string, seats: t.number });

const Event = t.type({ id: t.number, kind: t.string, employeeId: t.number, day: t.string });

export const firstKind = kind('reading', 'Readings (10,000)', Reading, ({ id, sensor, station, value, unit, day }) => ({
  id,
  title: `${value.toFixed(1)} ${unit}`,
  detail: `${sensor}, ${station}`,
  note: day,
}));

export const aircraft = kind('aircraft', 'Aircraft (600, some invalid)', Aircraft, (properties) => ({
  id: properties.id,
  title: properties.tailNumber,
  detail: properties.model,
  note: `${properties.seats} seats`,
}));

/** An employee as a list shows it. */
export const showEmployee = ({ id, name, team, active, startDate }: Employee): Shown => ({
  id,
  title: name,
  detail: `${team}, since ${startDate}`,
  note: active ? 'active' : 'left',
});

export const objectKinds: ReadonlyArray<ObjectKind> = [
  firstKind,
  kind('employee', 'Employees (2,500)', Employee, showEmployee),
  aircraft,
  kind('event', 'Events (12,000, beyond the list limit)', Event, (event) => ({
    id: event.id,
    title: `Case ${event.kind}`,
    detail: `Employee ${event.employeeId}`,
    note: event.day,
  })),
];
