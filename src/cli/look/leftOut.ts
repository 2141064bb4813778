import { bodyAt } from './items';
import { isFields } from '../../model/json/Fields';
import type { FirstResponse } from './response';

/** What a service may leave out of a response: nothing, the list of an empty page, or all that is false, zero or empty. */
export type LeftOut = 'nothing' | 'items' | 'all';

/** Responses of services that are known to leave out, or send as null, the list of a page without items. */
const withoutEmptyLists: ReadonlyArray<(answer: FirstResponse) => boolean> = [
  // Kubernetes
  ({ body }) =>
    isFields(body) &&
    typeof body.apiVersion === 'string' &&
    typeof body.kind === 'string' &&
    body.kind.endsWith('List') &&
    isFields(body.metadata),
  // FHIR
  ({ body }) => isFields(body) && body.resourceType === 'Bundle',
  // Google
  ({ body }) => isFields(body) && typeof body.kind === 'string' && /^\w+#\w+$/.test(body.kind),
  // SCIM
  ({ body }) => isFields(body) && String(body.schemas).endsWith(':ListResponse'),
  // HAL, QuickBooks
  ({ items }) => /^(_embedded|QueryResponse)$/.test(items.path[0] ?? ''),
  // MediaWiki
  (answer) =>
    answer.items.path[0] === 'query' &&
    ['continue', 'batchcomplete'].some((name) => bodyAt(answer.body, [name]) !== undefined),
];

const isDefault = (value: unknown): boolean =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0);

/** Whether items lack fields that others have, and none has one that is false, zero or empty: the service leaves these out. */
const lackDefaults = ({ items: { entries } }: FirstResponse): boolean => {
  const objects = entries.slice(0, 100).filter(isFields);
  const names = new Set(objects.flatMap((entry) => Object.keys(entry)));
  const isWhole = objects.every((entry) => Object.keys(entry).length === names.size);
  return (
    !isWhole &&
    objects.some((entry) => Object.values(entry).includes(true)) &&
    !objects.some((entry) => Object.values(entry).some(isDefault))
  );
};

/** What the service of a response leaves out, as far as it shows. A body that is the list has nothing that could be left out. */
export const leftOutOf = (answer: FirstResponse): LeftOut => {
  if (answer.items.path.length === 0) return 'nothing';
  if (lackDefaults(answer)) return 'all';
  return withoutEmptyLists.some((isOf) => isOf(answer)) ? 'items' : 'nothing';
};
