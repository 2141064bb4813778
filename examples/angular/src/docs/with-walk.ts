import { computed, type Signal } from '@angular/core';
import { signalStoreFeature, withComputed, withMethods, withProps } from '@ngrx/signals';
import {
  messageFor,
  walkSignals,
  type WalkSignalsOptions,
  type WalkSource,
} from 'pagewalk/angular';

/** Gives a store the objects of a walk, and what one does with them. */
export const withWalk = <T extends object>(
  source: () => WalkSource<T>,
  options?: WalkSignalsOptions<T>,
) =>
  signalStoreFeature(
    // Runs in the injection context of the store, and ends with it.
    withProps(() => ({ _walk: walkSignals(source(), options) })),
    withComputed(({ _walk }) => ({
      objects: _walk.value as Signal<ReadonlyArray<T>>,
      isLoading: _walk.isLoading,
      hasMore: _walk.hasMore,
      message: computed(() => (_walk.status() === 'error' ? messageFor(_walk.error()) : undefined)),
    })),
    withMethods(({ _walk }) => ({
      loadMore: () => {
        _walk.loadMore();
      },
      retry: () => {
        _walk.retry();
      },
      restart: () => {
        _walk.restart();
      },
    })),
  );
