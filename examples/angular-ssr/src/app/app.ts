import { ChangeDetectionStrategy, Component } from '@angular/core';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';

@Component({
  selector: 'example-app',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink, RouterLinkActive, RouterOutlet],
  template: `
    <header>
      <p class="name">
        <span class="mark" aria-hidden="true"></span>Pagewalk
        <span class="muted">on the server</span>
      </p>
      <nav aria-label="Pages">
        <a
          routerLink="/"
          routerLinkActive="here"
          ariaCurrentWhenActive="page"
          [routerLinkActiveOptions]="{ exact: true }"
          >List</a
        >
        <a routerLink="/scroll" routerLinkActive="here" ariaCurrentWhenActive="page">Scroll</a>
        <a routerLink="/skipped" routerLinkActive="here" ariaCurrentWhenActive="page">Skipped</a>
        <a routerLink="/pipe" routerLinkActive="here" ariaCurrentWhenActive="page">Pipe</a>
        <a routerLink="/browser" routerLinkActive="here" ariaCurrentWhenActive="page">Browser</a>
        <a routerLink="/about" routerLinkActive="here" ariaCurrentWhenActive="page">About</a>
      </nav>
    </header>
    <main><router-outlet /></main>
  `,
})
export class App {}
