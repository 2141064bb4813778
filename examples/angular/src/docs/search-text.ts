import { Injectable, signal } from '@angular/core';

/** What was searched for: whoever comes back finds it in the box. */
@Injectable({ providedIn: 'root' })
export class SearchText {
  readonly text = signal('');
}
