import { expect } from 'chai';
import { createGate } from '../../../src/cli/terminal/gate';

describe('the gate', () => {
  it('law 14: hides what it knows, in a link and in JSON too, also what it came to know later', () => {
    const gate = createGate();
    const said = gate.said('a/b=secret, a%2Fb%3Dsecret, "q\\"uoted"');
    gate.hide('a/b=secret');
    gate.hide('q"uoted');
    expect(said()).to.equal('[redacted], [redacted], "[redacted]"');
  });

  it('shows one line', () =>
    expect(createGate().said('one\r\nholds\x1b[2Jall\u202e')()).to.equal('one holds [2Jall'));

  it('shows no more than 200 characters, and nothing of a text without end', () => {
    const gate = createGate();
    const token = 'token'.repeat(2_000);
    gate.hide(token);
    expect(gate.said('x'.repeat(4_000))()).to.have.length(200);
    expect(gate.said(token)()).to.equal('a string of 10000 characters');
  });

  it('cuts a text after it was cleaned, not before', () => {
    const gate = createGate();
    gate.hide('s3cret-'.repeat(40));
    expect(gate.said(`${'x'.repeat(195)}${'s3cret-'.repeat(40)}`)()).to.equal(
      `${'x'.repeat(195)}[red…`,
    );
  });

  it('keeps the newest secrets, and the ones that are used, of a walk without end', () => {
    const gate = createGate();
    gate.hide('bearer-token');
    for (let page = 0; page < 3_000; page += 1) {
      gate.hide(`page-token-${page}-`);
      gate.hide('bearer-token');
    }
    expect(gate.said('bearer-token page-token-2999- page-token-2900-')()).to.equal(
      '[redacted] [redacted] [redacted]',
    );
  });
});
