import { ChangeDetectionStrategy, Component } from '@angular/core';
import { RouterLink, RouterOutlet } from '@angular/router';

@Component({
  selector: 'example-app',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink, RouterOutlet],
  template: `
    <nav aria-label="Pages">
      <a routerLink="/">List</a>
      <a routerLink="/scroll">Virtual scroll</a>
      <a routerLink="/skipped">Virtual scroll, not on the server</a>
      <a routerLink="/pipe">Async pipe</a>
      <a routerLink="/browser">Browser only</a>
      <a routerLink="/about">About</a>
    </nav>
    <main><router-outlet /></main>
  `,
})
export class App {}
