import * as E from 'fp-ts/Either';
import * as O from 'fp-ts/Option';
import { type Endpoint, listObjects, searchObjects } from '../../index';
import type { Source } from '../source/openSource';
import { type Complaint, misuse } from '../terminal/Complaint';
import type { CheckedWalk } from './ask';

export interface TargetFlags {
  readonly ontology?: string;
  readonly apiFamily?: string;
  readonly objectType?: ReadonlyArray<string>;
}

/** An endpoint, and what to ask of it for each object type. */
export interface CheckTarget {
  readonly endpoint: Endpoint;
  readonly byType: Readonly<Record<string, CheckedWalk>>;
}

const checkTarget = (endpoint: Endpoint, types: ReadonlyArray<string>, params: CheckedWalk['params']): CheckTarget => ({
  endpoint,
  byType: Object.fromEntries(types.map((objectType) => [objectType, { endpoint, params: { ...params, objectType } }])),
});

const list = (ontologyRid: string, types: ReadonlyArray<string>): CheckTarget =>
  checkTarget(listObjects, types, { ontologyRid });

const search = (apiFamily: string, types: ReadonlyArray<string>): CheckTarget =>
  checkTarget(searchObjects, types, { apiFamily, query: { type: 'empty' } });

/** What to check: the endpoints that the flags name, or both endpoints of the embedded service. */
export const checkTargets = (
  { ontology, apiFamily, objectType }: TargetFlags,
  source: Pick<Source, 'embedded'>,
): E.Either<Complaint, ReadonlyArray<CheckTarget>> => {
  if (O.isSome(source.embedded)) {
    const { ontologyRid, listType, largeType, searchType, ...known } = source.embedded.value;
    return E.right([
      list(ontology ?? ontologyRid, objectType ?? [listType, largeType]),
      search(apiFamily ?? known.apiFamily, objectType ?? [searchType]),
    ]);
  }
  if (objectType === undefined || (ontology === undefined && apiFamily === undefined)) {
    return E.left(
      misuse(
        'check needs --object-type, and --ontology for list or --api-family for search, where --base-url names a service',
      ),
    );
  }
  return E.right([
    ...(ontology === undefined ? [] : [list(ontology, objectType)]),
    ...(apiFamily === undefined ? [] : [search(apiFamily, objectType)]),
  ]);
};
