import { expect } from 'chai';
import { take, tap } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { progressLine } from '../../../src/cli/stream/progressLine';
import { recorder, shown } from '../support/terminal';

const drawFor = (ms: number, columns: number, text: () => string): string => {
  const terminal = recorder(columns);
  new TestScheduler(() => undefined).run(({ expectObservable }) => {
    expectObservable(progressLine(terminal, text).drawn, `${ms}ms !`);
  });
  return terminal.text();
};

describe('progressLine', () => {
  it('draws at once, and then ten times a second', () => {
    let drawings = 0;
    drawFor(1_050, 80, () => String(++drawings));
    expect(drawings).to.equal(11);
  });

  it('draws over what it drew before, and erases it in the end', () => {
    let drawings = 0;
    const written = drawFor(150, 80, () => (++drawings === 1 ? 'a long line' : 'short'));
    expect(written).to.equal('\ra long line\x1b[K\rshort\x1b[K\r\x1b[K');
    expect(shown(written)).to.equal('');
  });

  it('never fills the whole width, where it would wrap and could not be erased', () => {
    expect(drawFor(50, 10, () => '1234567890')).to.equal('\r12345678…\x1b[K\r\x1b[K');
    expect(drawFor(50, 11, () => '1234567890')).to.equal('\r1234567890\x1b[K\r\x1b[K');
    expect(drawFor(50, 1, () => '12345')).to.equal('\r…\x1b[K\r\x1b[K');
  });

  it('takes a terminal that does not know its width for an ordinary one', () => {
    expect(drawFor(50, 0, () => '1234567890')).to.equal('\r1234567890\x1b[K\r\x1b[K');
  });

  it('makes room for other text, once for each drawing', () => {
    const terminal = recorder(80);
    const { drawn, erase } = progressLine(terminal, () => 'line');
    const eraseTwice = (): void => {
      erase();
      erase();
    };
    eraseTwice();
    new TestScheduler(() => undefined).run(({ flush }) => {
      drawn.pipe(take(2), tap(eraseTwice)).subscribe();
      flush();
    });
    expect(terminal.text()).to.equal('\rline\x1b[K\r\x1b[K'.repeat(2));
  });
});
