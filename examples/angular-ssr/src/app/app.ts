import { ChangeDetectionStrategy, Component, inject } from '@angular/core';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { Account } from './account';

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
          >Load more</a
        >
        <a routerLink="/scroll" routerLinkActive="here" ariaCurrentWhenActive="page">Scroll</a>
        <a routerLink="/million" routerLinkActive="here" ariaCurrentWhenActive="page"
          >Million rows</a
        >
        <a routerLink="/browser" routerLinkActive="here" ariaCurrentWhenActive="page"
          >Browser only</a
        >
        <a routerLink="/about" routerLinkActive="here" ariaCurrentWhenActive="page">About</a>
      </nav>
      <p class="account">
        @if (account.user(); as user) {
          <span>{{ nameOf(user) }}</span>
          <button type="button" (click)="account.signOut()">Sign out</button>
        } @else {
          <button type="button" class="primary" (click)="account.signIn('ada')">
            Sign in as Ada
          </button>
          <button type="button" (click)="account.signIn('grace')">as Grace</button>
        }
      </p>
    </header>
    <main><router-outlet /></main>
  `,
})
export class App {
  protected readonly account = inject(Account);

  /** As people write it. */
  protected nameOf(user: string): string {
    return user.charAt(0).toUpperCase() + user.slice(1);
  }
}
