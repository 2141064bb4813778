import { computed, type Signal } from '@angular/core';
import { signalStoreFeature, withComputed, withMethods, withProps } from '@ngrx/signals';
import { injectMessageFor, walkResource, type WalkResourceOptions } from 'pagewalk/angular';

/** Gives a store the objects of a walk, and what one does with them. */
export const withWalk = <T extends object>(options: WalkResourceOptions<null, T>) =>
  signalStoreFeature(
    // Runs in the injection context of the store, and ends with it.
    withProps(() => ({ _walk: walkResource(options), _messageFor: injectMessageFor() })),
    withComputed(({ _walk, _messageFor }) => ({
      objects: _walk.value as Signal<ReadonlyArray<T>>,
      status: _walk.status,
      message: computed(() =>
        _walk.status() === 'error' ? _messageFor(_walk.error()) : undefined,
      ),
    })),
    withMethods(({ _walk }) => ({
      loadMore: () => {
        _walk.loadMore();
      },
      reload: () => {
        _walk.reload();
      },
    })),
  );
