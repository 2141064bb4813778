import { button } from './dom';
import { createGrip } from './grip';
import { createPanel, type Panel, type PanelOptions } from './panel';
import { styles } from './styles';

const name = 'pagewalk-walks';

/** A panel in its own element, whose styles and those of the page do not touch each other. */
export interface WalksElement extends Pick<Panel, 'add' | 'clear'> {
  readonly root: HTMLElement;
  readonly close: () => void;
}

/** Defines the element where there is a window: a module that is loaded on a server has none. */
const define = (): void => {
  if (customElements.get(name) !== undefined) return;
  customElements.define(name, class extends HTMLElement {});
};

const sheet = (): CSSStyleSheet => {
  const made = new CSSStyleSheet();
  made.replaceSync(styles);
  return made;
};

/** Puts a panel into an element, or at the lower edge of the window. */
export const mountWalks = (
  into: Element | undefined,
  { onClose, ...options }: PanelOptions & { readonly onClose?: () => void } = {},
): WalksElement => {
  define();
  const host = document.createElement(name);
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheet()];
  const closing = button(
    '×',
    () => {
      close();
    },
    { class: 'plain', 'aria-label': 'Close', title: 'Close' },
  );
  const controls = [...(options.controls ?? []), ...(into === undefined ? [closing] : [])];
  const panel = createPanel(host, { ...options, controls });
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
  return { root: host, add: panel.add, clear: panel.clear, close };
};
