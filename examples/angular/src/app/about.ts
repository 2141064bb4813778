import { ChangeDetectionStrategy, Component } from '@angular/core';

@Component({
  selector: 'example-about',
  changeDetection: ChangeDetectionStrategy.OnPush,
  styleUrl: './about.css',
  template: `
    <article>
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
        The page Signals does without a viewport: there <code>walkResource</code> asks for one page more whenever a
        button is pressed. Search is a virtual list that follows a search box, and is there again when you come back to
        it. Recipes are the components of the guide: a list over <code>walkResource</code>, one that stays current, and
        a store.
      </p>
      <p>Coming here has left the list: a request that was in flight has been aborted.</p>
    </article>
  `,
})
export class About {}
