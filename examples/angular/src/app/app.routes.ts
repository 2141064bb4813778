import type { Routes } from '@angular/router';
import { WalkPage } from './walk-page';

export const routes: Routes = [
  { path: '', component: WalkPage, title: 'Scroll · Pagewalk in Angular' },
  {
    path: 'signals',
    loadComponent: () => import('./signals-page').then(({ SignalsPage }) => SignalsPage),
    title: 'Load more · Pagewalk in Angular',
  },
  {
    path: 'search',
    loadComponent: () => import('./search-page').then(({ SearchPage }) => SearchPage),
    title: 'Search · Pagewalk in Angular',
  },
  {
    path: 'search/:id',
    loadComponent: () => import('./employee-page').then(({ EmployeePage }) => EmployeePage),
    title: 'Employee · Pagewalk in Angular',
  },
  {
    path: 'million',
    loadComponent: () => import('./million-page').then(({ MillionPage }) => MillionPage),
    title: 'Million rows · Pagewalk in Angular',
  },
  {
    path: 'million/:id',
    loadComponent: () => import('./reading-page').then(({ ReadingPage }) => ReadingPage),
    title: 'Reading · Pagewalk in Angular',
  },
  {
    path: 'recipes',
    loadComponent: () => import('./recipes-page').then(({ RecipesPage }) => RecipesPage),
    title: 'Guide · Pagewalk in Angular',
  },
  {
    path: 'about',
    loadComponent: () => import('./about').then(({ About }) => About),
    title: 'About · Pagewalk in Angular',
  },
  { path: '**', redirectTo: '' },
];
