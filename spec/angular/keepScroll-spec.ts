import '@angular/compiler';
import { signal } from '@angular/core';
import { expect } from 'chai';
import { scrolls } from '../../src/angular/list/listForParams';
import { keepScroll } from '../../src/angular/keepScroll';
import { application, tick } from './support/angular';

/** What scrolls as far as there is something to scroll through. */
class Box extends EventTarget {
  height = 0;
  private top = 0;
  get scrollTop(): number {
    return this.top;
  }
  set scrollTop(wanted: number) {
    this.top = Math.min(wanted, this.height);
    this.dispatchEvent(new Event('scroll'));
  }
}

describe('keepScroll', () => {
  const frames = new Map<number, () => void>();
  let asked = 0;
  const frame = (): void => {
    for (const [id, draw] of [...frames]) if (frames.delete(id)) draw();
  };
  const original = {
    ask: globalThis.requestAnimationFrame,
    cancel: globalThis.cancelAnimationFrame,
  };

  beforeEach(() => {
    frames.clear();
    Object.assign(globalThis, {
      requestAnimationFrame: (draw: () => void) => {
        frames.set((asked += 1), draw);
        return asked;
      },
      cancelAnimationFrame: (id: number) => frames.delete(id),
    });
  });

  after(() =>
    Object.assign(globalThis, {
      requestAnimationFrame: original.ask,
      cancelAnimationFrame: original.cancel,
    }),
  );

  const kept = (offset: number, box = new Box()) => {
    const list = signal({ offset });
    const app = application();
    app.run(() => {
      const shown = { status: signal('idle' as const) };
      scrolls.set(shown.status, () => list());
      keepScroll(shown, () => box as unknown as Element);
    });
    tick();
    return { box, list, app };
  };

  it('scrolls to where the list was left, as soon as there are enough rows, and notes where one scrolls from there', () => {
    const { box, list, app } = kept(300);
    frame();
    expect([box.scrollTop, list().offset]).to.deep.equal([0, 300]);
    box.height = 1_000;
    frame();
    expect(box.scrollTop).to.equal(300);
    box.scrollTop = 500;
    expect(list().offset).to.equal(500);
    list.set({ offset: 0 });
    tick();
    expect(box.scrollTop).to.equal(0);
    app.leave();
    box.scrollTop = 70;
    expect(list().offset).to.equal(0);
  });

  for (const gesture of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    it(`does not fight somebody who scrolls before that (${gesture})`, () => {
      const { box, list } = kept(300);
      box.height = 100;
      box.dispatchEvent(new Event(gesture));
      box.scrollTop = 40;
      box.height = 1_000;
      frame();
      expect([box.scrollTop, list().offset]).to.deep.equal([40, 40]);
    });
  }

  it('gives up after a second of frames', () => {
    const { box, list } = kept(300);
    for (let count = 0; count < 100; count += 1) frame();
    box.height = 50;
    box.scrollTop = 50;
    expect(list().offset).to.equal(50);
  });
});
