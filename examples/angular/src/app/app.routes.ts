import type { Routes } from '@angular/router';
import { WalkPage } from './walk-page';

export const routes: Routes = [
  { path: '', component: WalkPage, title: 'Objects · Pagewalk in Angular' },
  {
    path: 'signals',
    loadComponent: () => import('./signals-page').then(({ SignalsPage }) => SignalsPage),
    title: 'Signals · Pagewalk in Angular',
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
    path: 'recipes',
    loadComponent: () => import('./recipes-page').then(({ RecipesPage }) => RecipesPage),
    title: 'Recipes · Pagewalk in Angular',
  },
  {
    path: 'about',
    loadComponent: () => import('./about').then(({ About }) => About),
    title: 'About · Pagewalk in Angular',
  },
  { path: '**', redirectTo: '' },
];
