import '@angular/compiler';
import type { CollectionViewer } from '@angular/cdk/collections';
import { concat, defer } from 'rxjs';
import { injectPagewalk, type WalkWindow, walkWindow } from '../../../src/angular';
import { type Client, type Endpoint, listObjects, type ObjectRecord } from '../../../src/index';
import { untilReady } from '../../../src/walk/Demand';
import { scrolls } from '../../../src/angular/list/listForParams';
import type { WalkPace, WalkSource } from '../../../src/list/WalkSource';
import {
  type WalkResource,
  walkResource,
  type WalkResourceOptions,
} from '../../../src/angular/walkResource';
import { settled } from './until';

export type ListOptions<T> = Omit<WalkResourceOptions<null, T>, 'stream' | 'params'>;
type WindowOptions<T> = Omit<Parameters<typeof walkWindow<null, T>>[0], 'stream' | 'params'>;

/** The options of a list whose walk is this one. One that takes no pace waits until it is wanted. */
export const walking = <T>(source: WalkSource<T>) => ({
  client: {
    objects: (_: unknown, pace: WalkPace) =>
      source.length > 0
        ? source(pace)
        : concat(
            untilReady(pace.valve),
            defer(() => source(pace)),
          ),
  } as object as Client,
  stream: ({ client }: { readonly client: Pick<Client, 'objects'> }) =>
    client.objects<Endpoint>(listObjects, {}) as object as ReturnType<WalkSource<T>>,
});

/** A list of one walk. */
export const listOver = <T>(source: WalkSource<T>, options: ListOptions<T> = {}): WalkResource<T> =>
  walkResource<null, T>({ ...walking(source), ...options });

/** The same, as one scrolls. */
export const windowOver = <T>(
  source: WalkSource<T>,
  options: WindowOptions<T> = {},
): WalkWindow<T> => walkWindow<null, T>({ ...walking(source), ...options });

/** A list of the client that is injected. */
export const injectedList = (options?: ListOptions<ObjectRecord>): WalkResource<ObjectRecord> => {
  const client = injectPagewalk();
  return listOver((pace) => client.list({ ontologyRid: 'o', objectType: 't', ...pace }), options);
};

/** What a viewport sees of a list. */
export const seenIn = <T>(
  list: Pick<WalkWindow<T>, 'connect'>,
  view: CollectionViewer,
): (() => ReadonlyArray<T | undefined>) => {
  let rows: ReadonlyArray<T | undefined> = [];
  list.connect(view).subscribe((now) => {
    rows = now;
  });
  return () => rows;
};

/** Asks for one more page, and lets it come. */
export const more = async (list: Pick<WalkResource<unknown>, 'loadMore'>): Promise<void> => {
  list.loadMore();
  await settled();
};

/** Where a list was scrolled to. */
export const scrollOf = ({ status }: Pick<WalkResource<unknown>, 'status'>): { offset: number } =>
  scrolls.get(status)?.() ?? { offset: 0 };
