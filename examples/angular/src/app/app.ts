import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { Session } from './session';

@Component({
  selector: 'example-app',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink, RouterLinkActive, RouterOutlet],
  template: `
    <header>
      <p class="name"><span class="mark" aria-hidden="true"></span>Pagewalk <span class="muted">in Angular</span></p>
      <nav aria-label="Pages">
        <a
          routerLink="/"
          routerLinkActive="here"
          ariaCurrentWhenActive="page"
          [routerLinkActiveOptions]="{ exact: true }"
          >Scroll</a
        >
        <a routerLink="/signals" routerLinkActive="here" ariaCurrentWhenActive="page">Load more</a>
        <a routerLink="/search" routerLinkActive="here" ariaCurrentWhenActive="page">Search</a>
        <a routerLink="/million" routerLinkActive="here" ariaCurrentWhenActive="page">Million rows</a>
        <a routerLink="/recipes" routerLinkActive="here" ariaCurrentWhenActive="page">Guide</a>
        <a routerLink="/about" routerLinkActive="here" ariaCurrentWhenActive="page">About</a>
      </nav>
      <p class="account">
        @if (session.user(); as user) {
          <span>{{ nameOf(user) }}</span>
          <button type="button" (click)="session.signIn(undefined)">Sign out</button>
        } @else {
          <button type="button" class="primary" (click)="session.signIn('ada')">Sign in as Ada</button>
          <button type="button" (click)="session.signIn('grace')">as Grace</button>
        }
      </p>
    </header>
    @if (session.user() === undefined) {
      <p class="signed-out" role="status">You are signed out: lists are empty, and ask for nothing.</p>
    }
    <main><router-outlet /></main>
  `,
})
export class App {
  protected readonly session = inject(Session);

  /** As people write it. */
  protected nameOf(user: string): string {
    return user.charAt(0).toUpperCase() + user.slice(1);
  }
}
