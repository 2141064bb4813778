import { ChangeDetectionStrategy, Component } from '@angular/core';

@Component({
  selector: 'example-about',
  changeDetection: ChangeDetectionStrategy.OnPush,
  template: `
    <section>
      <h1>About</h1>
      <p>
        This page was rendered when the application was built. The lists are rendered for every
        visitor.
      </p>
    </section>
  `,
})
export class About {}
