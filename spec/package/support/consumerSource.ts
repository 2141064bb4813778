/** A program as users write it: everything in it must compile. */
export const rightProgram = `
import { isLeft, right } from 'fp-ts/Either';
import { isSome } from 'fp-ts/Option';
import * as t from 'io-ts';
import { filter, of, take, type Observable } from 'rxjs';
import { createClient, describe, orThrow, resumeFrom, rights } from 'pagewalk';
import type { Client, ObjectRecord, Transport, WalkError } from 'pagewalk';

const Employee = t.type({ id: t.number, name: t.string, active: t.boolean });
type Employee = t.TypeOf<typeof Employee>;

const transport: Transport = (request) =>
  of(right({ status: 200, headers: {}, body: JSON.stringify({ data: [], sent: request.url }) }));

const client: Client = createClient({ transport });
const employees = client.list({ ontologyRid: 'ontology', objectType: 'employee', properties: Employee, pageSize: 50 });

export const active: Observable<ObjectRecord<Employee>> = employees.pipe(
  rights(),
  filter((employee) => employee.properties.active),
  take(100),
);

export const names: Observable<ObjectRecord<{ readonly name: string }>> = client
  .search({ apiFamily: 'family', objectType: 'employee', properties: t.type({ name: t.string }) })
  .pipe(orThrow());

export const untyped: Observable<ObjectRecord<Readonly<Record<string, unknown>>>> = client
  .search({ apiFamily: 'family', objectType: 'employee', query: { type: 'empty' } })
  .pipe(rights());

const advice = (error: WalkError): string => {
  switch (error._tag) {
    case 'InvalidRequest':
    case 'Unauthorized':
    case 'RetrievalLimitExceeded':
    case 'HttpFailure':
    case 'InvalidEnvelope':
    case 'InvalidObject':
    case 'ProtocolViolation':
      return 'give up';
    case 'PageTokenExpired':
    case 'NetworkFailure':
    case 'TimedOut':
      return 'try again';
  }
};

export const reported = employees.subscribe((result) => {
  if (!isLeft(result)) return;
  const resume = resumeFrom(result.left);
  if (isSome(resume)) client.list({ ontologyRid: 'ontology', objectType: 'employee', ...resume.value });
  throw new Error(describe(result.left) + advice(result.left));
});
`;

/** The same user's mistakes: every line that ends with \`// refused\` must be an error, and no other. */
export const wrongProgram = `
import * as t from 'io-ts';
import { EMPTY, map } from 'rxjs';
import { createClient, describe, rights } from 'pagewalk';
import type { WalkError } from 'pagewalk';
import { absent } from 'pagewalk'; // refused
import { deep } from 'pagewalk/dist/types/index'; // refused

const client = createClient({ transport: () => EMPTY });
export const noTransport = createClient({}); // refused
export const badTransport = createClient({ transport: () => Promise.resolve() }); // refused
export const noType = client.list({ ontologyRid: 'ontology' }); // refused
export const noSuchParameter = client.search({ apiFamily: 'family', objectType: 'employee', pageSize: 10 }); // refused
export const noSnapshot = client.search({ apiFamily: 'family', objectType: 'employee', snapshot: true }); // refused

const employees = client.list({ ontologyRid: 'ontology', objectType: 'employee', properties: t.type({ id: t.number }) });
export const noSuchProperty = employees.pipe(rights(), map((employee) => employee.properties.name)); // refused
export const wrongType = employees.pipe(rights(), map((employee): string => employee.properties.id)); // refused
export const either = employees.pipe(map((employee) => employee.properties)); // refused

export const described = describe('an error'); // refused
export const advice = (error: WalkError): string => { // refused
  switch (error._tag) {
    case 'TimedOut':
      return 'try again';
  }
};
`;
