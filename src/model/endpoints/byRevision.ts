import { left, right } from 'fp-ts/Either';
import { type Description, pagedOnly } from './descriptionProblem';
import type { Paging, Revision } from './Paging';
import { schemeOf } from './revision';
import { PageSize, Snapshot } from './walkOptionTypes';
import { fieldParams, fieldPartOf, fieldWriter } from './writePart';

/** What a description of a revision must not say; undefined: it says nothing of that. */
const revisionProblem = ({ revision, snapshot, ...description }: Description): string | undefined => {
  if (revision !== '1.0' && revision !== '2.0') return "say paging, or the revision '1.0' or '2.0'";
  const foreign = pagedOnly.find((name) => description[name] !== undefined);
  if (foreign !== undefined) return `${foreign} goes with paging, not with a revision`;
  const slot = Object.entries({ pageSize: description.pageSize, snapshot }).find(
    ([, given]) => typeof given === 'object',
  );
  if (slot !== undefined) return `${slot[0]} is true or false with a revision`;
  return revision === '2.0' && snapshot ? 'revision 2.0 has no snapshot parameter' : undefined;
};

/** The conventions as a paging like every other. */
export const byRevision = (revision: Revision = '1.0'): Pick<Paging, 'describe'> => ({
  describe: (given) => {
    const description = given as Description;
    const problem = revisionProblem(description);
    if (problem !== undefined) return left(problem);
    const { method, fields = {}, pageSize = false, snapshot = false } = description;
    const part = fieldPartOf(method);
    return right({
      revision,
      pageSize,
      snapshot,
      scheme: schemeOf(revision, part),
      params: {
        ...fieldParams(fields, part),
        // In revision 1.0 always in the query string.
        ...(pageSize && { pageSize: [PageSize, fieldWriter(revision === '1.0' ? 'query' : part, 'pageSize')] }),
        ...(snapshot && { snapshot: [Snapshot, fieldWriter('query', 'snapshot')] }),
      },
    });
  },
});
