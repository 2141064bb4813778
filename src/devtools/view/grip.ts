import { element } from './dom';

const step = 24;

/** The upper edge of a docked panel, by which its height is changed: by pointer, or by the arrow keys. */
export const createGrip = (host: HTMLElement): HTMLElement => {
  const grip = element('div', {
    class: 'grip',
    role: 'separator',
    tabindex: '0',
    'aria-orientation': 'horizontal',
    'aria-label': 'Height of the panel',
    'aria-valuemin': '160',
    'aria-valuenow': '320',
  });
  const resize = (height: number): void => {
    const fitting = Math.round(Math.max(160, Math.min(globalThis.innerHeight - 40, height)));
    host.style.height = `${fitting}px`;
    grip.setAttribute('aria-valuenow', String(fitting));
  };
  grip.addEventListener('pointerdown', ({ pointerId }) => {
    grip.setPointerCapture(pointerId);
  });
  grip.addEventListener('pointermove', ({ pointerId, clientY }) => {
    if (grip.hasPointerCapture(pointerId)) resize(globalThis.innerHeight - clientY);
  });
  grip.addEventListener('keydown', (event) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps === undefined) return;
    resize(host.offsetHeight + steps * step);
    event.preventDefault();
  });
  return grip;
};
