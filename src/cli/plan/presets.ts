import * as E from 'fp-ts/Either';
import { pipe } from 'fp-ts/function';
import { listObjects } from '../../model/endpoints/listObjects';
import { Query, searchObjects } from '../../model/endpoints/searchObjects';
import { parseWhole } from '../../model/json/parseWhole';
import { embedded } from '../connection/embedded';
import { type Checked, misuse, reasonOf } from '../terminal/Complaint';
import { type Plan, planned } from './Plan';

const readQueryText = (text: string): Checked<Query> => {
  try {
    const query = parseWhole(text);
    return Query.is(query) && !Array.isArray(query)
      ? E.right(query)
      : E.left(
          misuse('--query must be a JSON object with a string `type`, such as {"type":"empty"}'),
        );
  } catch (error) {
    return E.left(misuse(`--query is not JSON: ${reasonOf(error)}`));
  }
};

/** What the arguments leave out, only the embedded service can fill in. */
interface AnyPreset {
  readonly baseUrl?: string | undefined;
}

interface ListPreset extends AnyPreset {
  readonly ontologyRid: string | undefined;
  readonly objectType: string | undefined;
  readonly pageSize?: number;
  readonly snapshot?: boolean;
}

interface SearchPreset extends AnyPreset {
  readonly objectType: string | undefined;
  readonly apiFamily?: string;
  readonly query?: string;
}

/** `pagewalk list`: list objects, revision 1.0. */
export const listPlan = ({ pageSize, snapshot, baseUrl, ...given }: ListPreset): Checked<Plan> => {
  const known = baseUrl === undefined ? embedded : undefined;
  const { ontologyRid = known?.ontologyRid, objectType = known?.listType } = given;
  if (ontologyRid === undefined || objectType === undefined) {
    return E.left(
      misuse('ONTOLOGY_RID and OBJECT_TYPE are needed where --base-url names a service'),
    );
  }
  const params = { ontologyRid, objectType, pageSize, snapshot };
  return E.right({
    asked: 'list',
    subject: objectType,
    request: {
      command: 'list',
      ...params,
      pageSize: pageSize ?? null,
      snapshot: snapshot ?? false,
    },
    endpoint: listObjects,
    params,
  });
};

/** `pagewalk search`: search objects, revision 2.0. */
export const searchPlan = ({ baseUrl, ...given }: SearchPreset): Checked<Plan> => {
  const known = baseUrl === undefined ? embedded : undefined;
  const { apiFamily = known?.apiFamily, objectType = known?.searchType } = given;
  if (apiFamily === undefined || objectType === undefined) {
    return E.left(
      misuse('OBJECT_TYPE and --api-family are needed where --base-url names a service'),
    );
  }
  return pipe(
    readQueryText(given.query ?? '{"type":"empty"}'),
    E.map((query): Plan => {
      const params = { apiFamily, objectType, query };
      return {
        asked: 'search',
        subject: objectType,
        request: { command: 'search', ...params },
        endpoint: { ...searchObjects, ...planned },
        params,
      };
    }),
  );
};
