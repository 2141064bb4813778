import type { ObjectQueryFeature } from './ObjectQueryFeature';
import { WINDOW } from './window/Windowed';
import { windowedDataSource } from './window/windowedDataSource';

/**
 * Lets `objectDataSource` have a `window`, so that only pages near the viewport are in memory.
 *
 * It stands apart, because an application whose lists have no window should not load it.
 *
 * @example
 * ```ts
 * import '@angular/compiler';
 * import { createEnvironmentInjector, type EnvironmentInjector, Injector, runInInjectionContext } from '@angular/core';
 * import { axiosTransport } from 'pagewalk';
 * import { injectObjectQuery, objectDataSource, provideObjectQuery, withWindow } from 'pagewalk/angular';
 * import { filter, of, take } from 'rxjs';
 *
 * const transport = axiosTransport({ baseURL: 'https://objects.example.com' });
 * const parent = Injector.create({ providers: [] }) as EnvironmentInjector;
 * const injector = createEnvironmentInjector([provideObjectQuery({ transport }, withWindow())], parent);
 *
 * // At most 20 pages of rows are in memory. In a template, a row that is not there is undefined.
 * const employees = runInInjectionContext(injector, () => {
 *   const client = injectObjectQuery();
 *   return objectDataSource(
 *     (pace) => client.list({ ontologyRid: 'ri.ontology.main', objectType: 'employee', pageSize: 50, ...pace }),
 *     { window: { pages: 20 } },
 *   );
 * });
 *
 * const viewport = { viewChange: of({ start: 0, end: 20 }) };
 * employees
 *   .connect(viewport)
 *   .pipe(filter((rows) => rows.length > 0), take(1))
 *   .subscribe((rows) => console.log(rows.filter((row) => row !== undefined).length));
 * // Logs:
 * // 50
 * ```
 *
 * @see objectDataSource
 * @since 0.1.0
 */
export const withWindow = (): ObjectQueryFeature<'Window'> => ({
  kind: 'Window',
  providers: [{ provide: WINDOW, useValue: windowedDataSource }],
});
