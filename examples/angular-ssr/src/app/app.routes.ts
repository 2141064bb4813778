import type { Routes } from '@angular/router';
import { About } from './about';
import { EmployeeList } from './employee-list';
import { EmployeePipe } from './employee-pipe';
import { EmployeeScroll } from './employee-scroll';
import { MillionRows, provideReadings } from './million-rows';
import { ReadingPages } from './reading-pages';

export const routes: Routes = [
  { path: '', component: EmployeeList, title: 'Employees' },
  { path: 'scroll', component: EmployeeScroll, title: 'Employees, scrolled' },
  {
    path: 'skipped',
    component: EmployeeScroll,
    title: 'Employees, scrolled in the browser',
    data: { skip: true },
  },
  {
    path: 'million',
    component: MillionRows,
    title: 'A million rows',
    providers: [provideReadings()],
  },
  {
    path: 'pages',
    component: ReadingPages,
    title: 'Page buttons',
    providers: [provideReadings()],
  },
  { path: 'pipe', component: EmployeePipe, title: 'The first employees' },
  { path: 'browser', component: EmployeeList, title: 'Employees, in the browser only' },
  { path: 'about', component: About, title: 'About' },
];
