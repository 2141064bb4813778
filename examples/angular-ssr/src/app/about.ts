import { ChangeDetectionStrategy, Component } from '@angular/core';
import { RouterLink } from '@angular/router';

@Component({
  selector: 'example-about',
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [RouterLink],
  template: `
    <section>
      <h1>About</h1>
      <p>
        This page was rendered when the application was built. The lists are rendered for every
        visitor, and a line under each says where. Ada and Grace have employees of their own: sign
        in as one and then as the other.
      </p>
      <p>
        Two more lists: <a routerLink="/skipped">one that waits for the browser</a>, and
        <a routerLink="/pipe">one in an async pipe</a>.
      </p>
    </section>
  `,
})
export class About {}
