import { Injectable, signal } from '@angular/core';

/** The text of the search box, kept while the component is away. */
@Injectable({ providedIn: 'root' })
export class SearchText {
  readonly text = signal('');
}
