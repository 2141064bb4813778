import '@angular/compiler';
import { HttpHeaders, HttpResponse } from '@angular/common/http';
import { expect } from 'chai';
import { of } from 'rxjs';
import { rightOf } from '../../support/sides';
import { exchange, get } from '../../transport/support/exchange';
import { overBackend } from '../support/scriptedBackend';

describe('what httpClientTransport receives', () => {
  it('headers by their names in lower case, all their values in one', async () => {
    const headers = new HttpHeaders({ 'Retry-After': '7', Vary: ['a', 'b'] });
    const response = rightOf(
      await exchange(
        overBackend(() => of(new HttpResponse({ headers }))),
        get('/p'),
      ),
    );
    expect(response.headers).to.deep.equal({ 'retry-after': '7', vary: 'a, b' });
  });
});
