import { RenderMode, type ServerRoute } from '@angular/ssr';

export const serverRoutes: Array<ServerRoute> = [
  { path: 'about', renderMode: RenderMode.Prerender },
  { path: 'browser', renderMode: RenderMode.Client },
  { path: '**', renderMode: RenderMode.Server },
];
