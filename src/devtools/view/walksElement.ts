import { button, element } from './dom';
import { createPanel, type PanelOptions } from './panel';
import { styles } from './styles';

/** The upper edge of a docked panel, by which its height is changed: by pointer, or by the arrow keys. */
const createGrip = (host: HTMLElement): HTMLElement => {
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
    const pixels = { ArrowUp: 24, ArrowDown: -24 }[event.key];
    if (pixels === undefined) return;
    resize(host.offsetHeight + pixels);
    event.preventDefault();
  });
  return grip;
};

/** Puts a panel into an element, or at the lower edge of the window. Its styles and those of the page do not touch each other. */
export const mountWalks = (
  into: Element | undefined,
  { onClose, ...options }: PanelOptions & { readonly onClose?: () => void } = {},
) => {
  const host = document.createElement('pagewalk-walks');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  shadow.adoptedStyleSheets = [sheet];
  const closing = button('×', () => close(), {
    class: 'plain',
    'aria-label': 'Close',
    title: 'Close',
  });
  const panel = createPanel(host, options, into === undefined ? [closing] : []);
  shadow.append(panel.root);
  if (into === undefined) {
    host.setAttribute('docked', '');
    host.setAttribute('role', 'region');
    host.setAttribute('aria-label', 'Pagewalk');
    panel.root.prepend(createGrip(host));
  }
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', panel.refresh);
  const sizes = new ResizeObserver(panel.refresh);
  sizes.observe(panel.scroller);
  const themes = new MutationObserver(panel.refresh);
  themes.observe(host, { attributeFilter: ['theme'] });
  (into ?? document.body).append(host);

  const close = (): void => {
    scheme.removeEventListener('change', panel.refresh);
    sizes.disconnect();
    themes.disconnect();
    panel.stop();
    host.remove();
    onClose?.();
  };
  return { add: panel.add, clear: panel.clear, close };
};
