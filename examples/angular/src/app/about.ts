import { ChangeDetectionStrategy, Component } from '@angular/core';

@Component({
  selector: 'example-about',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styleUrl: './about.css',
  template: `
    <article class="card">
      <h1>What this shows</h1>
      <p>
        The list is a CDK virtual scroll viewport over <code>walkDataSource</code> from <code>pagewalk/angular</code>.
        The viewport is the demand: a page is asked for when no more than fifty objects lie below what is drawn, and not
        before.
      </p>
      <p>
        Requests go through Angular’s <code>HttpClient</code> to the reference service of <code>pagewalk/service</code>,
        which misbehaves on demand. Dropped connections are retried, refused credentials renewed, and a walk whose page
        token has expired begins again without showing an object twice.
      </p>
      <p>
        Load more does without a viewport: there <code>walkResource</code> asks for one page more whenever a button is
        pressed. Search is a virtual list that follows a search box, and is there again when you come back to it. An
        employee is changed at once, and changed back where that cannot be saved. Million rows is a
        <code>walkWindow</code>: it jumps to any row, and keeps a few pages in memory. Guide shows the components of the
        Angular guide.
      </p>
      <p>Sign out, and every list is emptied: <code>withSession</code> keeps the users of an application apart.</p>
      <p>Coming here has left the list: a request that was in flight has been aborted.</p>
    </article>
  `,
})
export class About {}
