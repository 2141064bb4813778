import { ChangeDetectionStrategy, Component } from '@angular/core';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';

@Component({
  selector: 'example-app',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink, RouterLinkActive, RouterOutlet],
  styleUrl: './app.css',
  template: `
    <header>
      <p class="name"><span class="mark" aria-hidden="true"></span>Pagewalk <span class="muted">in Angular</span></p>
      <nav aria-label="Pages">
        <a
          routerLink="/"
          routerLinkActive="here"
          ariaCurrentWhenActive="page"
          [routerLinkActiveOptions]="{ exact: true }"
          >Objects</a
        >
        <a routerLink="/signals" routerLinkActive="here" ariaCurrentWhenActive="page">Signals</a>
        <a routerLink="/search" routerLinkActive="here" ariaCurrentWhenActive="page">Search</a>
        <a routerLink="/recipes" routerLinkActive="here" ariaCurrentWhenActive="page">Recipes</a>
        <a routerLink="/about" routerLinkActive="here" ariaCurrentWhenActive="page">About</a>
      </nav>
    </header>
    <main><router-outlet /></main>
  `,
})
export class App {}
