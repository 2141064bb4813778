import { computed, type Resource, type ResourceStatus } from '@angular/core';
import { WalkFailure } from '../walk/values/WalkFailure';
import type { WalkList } from './WalkList';

/**
 * A list as a `Resource` of Angular, for code that takes one.
 *
 * A list that waits or is complete is `resolved`; one that loads more is `reloading`. What stopped it is a `WalkFailure`, and
 * `value()` stays readable then. It needs Angular 20: in 19 a status is a number.
 *
 * @example
 * ```ts
 * import { asResource, walkResource } from 'pagewalk/angular';
 * import { issues, site } from './api.js';
 *
 * const issuesResource = () => asResource(walkResource({ stream: ({ client }) => client.objects(issues, site) }));
 * ```
 *
 * @see walkResource
 * @since 0.2.0
 */
export const asResource = <T>(
  list: Pick<WalkList<T>, 'value' | 'status' | 'isLoading' | 'error' | 'progress'>,
): Resource<ReadonlyArray<T>> => {
  const { value, isLoading } = list;
  const hasValue = (): boolean => list.progress().pages > 0 || list.status() === 'end';
  const error = computed(() => {
    if (list.status() !== 'error') return undefined;
    const cause = list.error();
    return cause === undefined ? new Error('an exception has stopped the list') : new WalkFailure(cause);
  });
  const status = computed((): ResourceStatus => {
    if (list.status() === 'error') return 'error';
    if (isLoading()) return hasValue() ? 'reloading' : 'loading';
    return hasValue() ? 'resolved' : 'idle';
  });
  const snapshot = computed(() => {
    const failure = error();
    return failure === undefined ? { status: status(), value: value() } : { status: status(), error: failure };
  });
  return { value, status, error, isLoading, snapshot, hasValue } as Resource<ReadonlyArray<T>>;
};
