import '@angular/compiler';
import {
  ChangeDetectionStrategy,
  Component,
  provideZonelessChangeDetection,
  signal,
} from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { PwLoadMore, providePagewalk, walkResource, withSession } from '../../../src/angular/index';
import { endpoint, fetchTransport } from '../../../src/index';
import { at, byOffset, query } from '../../../src/paging';

interface Person {
  readonly name: string;
}

const people = endpoint({
  name: 'people',
  method: 'GET',
  path: '/people',
  items: at('data'),
  paging: byOffset({ to: query('offset'), total: at('total') }),
  pageSize: query('limit'),
});

/** Starts an application that shows the people of the user who is signed in. `isAsked`: Back asks who that is before anything is seen. */
export const start = async (isAsked: boolean): Promise<void> => {
  const user = signal<string | undefined>(undefined);
  const ask = async (): Promise<void> => {
    user.set(await (await fetch('/session')).text());
  };
  await ask();
  if (!isAsked)
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void ask();
    });

  class People {
    readonly list = walkResource({
      stream: ({ client }) => client.objects<typeof people, Person>(people, { pageSize: 20 }),
      key: ({ name }: Person) => name,
    });
  }
  const template = `
    <ul>
      @for (person of list.value(); track person.name) { <li style="height: 100px">{{ person.name }}</li> }
    </ul>
    <p role="status">{{ list.status() }}</p>
    <button type="button" [pwLoadMore]="list">More</button>`;
  const options = {
    selector: 'main',
    imports: [PwLoadMore],
    changeDetection: ChangeDetectionStrategy.OnPush,
    template,
  };
  const session = withSession(isAsked ? { user, again: ask } : user);
  await bootstrapApplication(Component(options)(People), {
    providers: [
      provideZonelessChangeDetection(),
      providePagewalk(
        { transport: fetchTransport({ baseURL: location.origin }), retry: false },
        session,
      ),
    ],
  });
};
