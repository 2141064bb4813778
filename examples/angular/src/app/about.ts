import { ChangeDetectionStrategy, Component } from '@angular/core';
import { RouterLink } from '@angular/router';

@Component({
  selector: 'example-about',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  template: `
    <article class="card text">
      <h1>What this shows</h1>
      <p>
        The list is a CDK viewport over <code>walkWindow</code>: a page is asked for when no more than fifty objects lie
        below what is drawn. The service behind it misbehaves on demand, and the list recovers.
      </p>
      <p>
        Load more is a <code>walkResource</code>. Search follows a search box, and is there again when you come back.
        Million rows jumps to any row, and keeps a few pages in memory. Guide shows the components of the Angular guide.
        Sign out, and every list is emptied.
      </p>
      <p>
        More lists: <a routerLink="/pages">page buttons</a>, an <a routerLink="/pipe">async pipe</a>, a list that
        <a routerLink="/skipped">waits for the browser</a>, and one that is rendered
        <a routerLink="/browser">in the browser only</a>. This page is rendered when the application is built.
      </p>
    </article>
  `,
})
export class About {}
