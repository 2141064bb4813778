import type { Routes } from '@angular/router';
import { provideReadings } from './readings';
import { SignalsPage } from './signals-page';
import { WalkPage } from './walk-page';

const titled = (title: string): string => `${title} · Pagewalk in Angular`;

export const routes: Routes = [
  { path: '', component: WalkPage, title: titled('Scroll') },
  // The same list, which asks for nothing on the server, and the next one, which is rendered in the browser only.
  { path: 'skipped', component: WalkPage, title: titled('Scroll'), data: { skip: true } },
  { path: 'browser', component: SignalsPage, title: titled('Load more') },
  { path: 'signals', component: SignalsPage, title: titled('Load more') },
  {
    path: 'search',
    loadComponent: () => import('./search-page').then(({ SearchPage }) => SearchPage),
    title: titled('Search'),
  },
  {
    path: 'search/:id',
    loadComponent: () => import('./employee-page').then(({ EmployeePage }) => EmployeePage),
    title: titled('Employee'),
  },
  {
    path: 'million',
    providers: [provideReadings()],
    loadComponent: () => import('./million-page').then(({ MillionPage }) => MillionPage),
    title: titled('Million rows'),
  },
  {
    path: 'million/:id',
    loadComponent: () => import('./reading-page').then(({ ReadingPage }) => ReadingPage),
    title: titled('Reading'),
  },
  {
    path: 'pages',
    loadComponent: () => import('../docs/employee-table').then(({ EmployeeTable }) => EmployeeTable),
    title: titled('Page buttons'),
  },
  {
    path: 'pipe',
    loadComponent: () => import('../docs/first-employees').then(({ FirstEmployees }) => FirstEmployees),
    title: titled('The first employees'),
  },
  {
    path: 'recipes',
    loadComponent: () => import('./recipes-page').then(({ RecipesPage }) => RecipesPage),
    title: titled('Guide'),
  },
  {
    path: 'about',
    loadComponent: () => import('./about').then(({ About }) => About),
    title: titled('About'),
  },
  { path: '**', redirectTo: '' },
];
