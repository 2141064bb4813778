/** A program as users write it: everything in it must compile. */
export const rightProgram = `
import { isLeft, right } from 'fp-ts/Either';
import { isSome } from 'fp-ts/Option';
import * as t from 'io-ts';
import { filter, of, take, type Observable } from 'rxjs';
import { createClient, explain, orThrow, resumeFrom, rights } from 'pagewalk';
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
  throw new Error(explain(result.left) + advice(result.left));
});
`;

/**
 * A library on top of this one: what it exports is left to inference, and its declarations are written out. Every type in
 * them must have a name that can be imported.
 */
export const inferredProgram = `
import { isRight, right } from 'fp-ts/Either';
import { getRight, toUndefined } from 'fp-ts/Option';
import * as t from 'io-ts';
import { of } from 'rxjs';
import * as pagewalk from 'pagewalk';

const id = { id: t.number };
const where = { ontologyRid: 'ontology', objectType: 'employee' };

export const auth = pagewalk.bearer('token');
export const config = { auth: pagewalk.headers(() => of({ 'x-key': 'key' })), retry: false };
export const copied = { ...auth };
export const client = pagewalk.createClient({ transport: () => of(right({ status: 200, headers: {}, body: '{}' })), auth });
export const employees = () => client.list({ ...where, properties: t.type(id) });
export const pages = () => client.pages(pagewalk.listObjects, where);
export const { objects, search } = client;
export const listParams = (params: pagewalk.ListParams<{ id: number }>) => ({ ...params, pageSize: 50 });
export const params = (given: Parameters<typeof pages>) => given;
export const anyParams = <A extends object>(given: pagewalk.EndpointParams<typeof pagewalk.searchObjects, A>) => ({ ...given });
export const sameParams = (given: pagewalk.EndpointParams<typeof pagewalk.listObjects, string>) => given;
export const { properties, ...withoutCodec } = listParams({ ...where });

export const { PageToken } = pagewalk;
export const Bookmark = t.type({ token: pagewalk.PageToken });
export const brand = (text: string) => pagewalk.PageToken.decode(text);
export const tokenOf = <A extends object>(page: pagewalk.Page<A>) => toUndefined(page.nextPageToken);
export const tokens = (text: string) => (pagewalk.PageToken.is(text) ? [text] : []);
export const { Place } = pagewalk;
export const placeOf = <A extends object>(page: pagewalk.Page<A>) => page.place;
export const placesOf = (texts: ReadonlyArray<string>) => texts.map((text) => toUndefined(getRight(pagewalk.Place.decode(text))));
export const Kept = t.type({ place: pagewalk.Place });
export const start = (error: pagewalk.WalkError) => toUndefined(pagewalk.resumeFrom(error));
export const decoded = (text: string) => {
  const read = Bookmark.decode(text);
  return isRight(read) ? read.right : undefined;
};

export const failure = pagewalk.walkError('TimedOut', { after: 1, progress: { pages: 0, objects: 0, attempts: 1 } });
export const spread = { ...failure, at: 'noon' };
export const progressOf = (error: pagewalk.WalkEnd) => error.progress;
export const ended = (error: pagewalk.WalkEnd) => ({ ...error });
export const failureOf = (event: pagewalk.WalkEvent) => (event.type === 'retry' ? event.failure : undefined);
export const isLate = pagewalk.isWalkError('TimedOut', 'NetworkFailure');
// What refuses a snapshot in revision 2.0 has a name for people to read, and none to import.
const { endpoint, ...others } = pagewalk;
export const everything = { ...others, made: endpoint.name };
`;

/** The same user's mistakes: every line that ends with \`// refused\` must be an error, and no other. */
export const wrongProgram = `
import * as t from 'io-ts';
import { EMPTY, map } from 'rxjs';
import { bearer, createClient, explain, rights } from 'pagewalk';
import type { Place, WalkError } from 'pagewalk';
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

const auth = bearer('token');
export const noAuthOfTheirOwn = createClient({ transport: () => EMPTY, auth: {} }); // refused
export const noSourceForAuth = createClient({ transport: () => EMPTY, auth: 'token' }); // refused
export const noCredentials = auth.credentials; // refused
export const noPushes = auth.pushes; // refused

declare const place: Place;
export const noPlaceOfTheirOwn: Place = { pages: 1, objects: 1, round: 1, isLast: false }; // refused
export const noCopyOfAPlace: Place = { ...place }; // refused

export const explained = explain('an error'); // refused
export const advice = (error: WalkError): string => { // refused
  switch (error._tag) {
    case 'TimedOut':
      return 'try again';
  }
};
`;
