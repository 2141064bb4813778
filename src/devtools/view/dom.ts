type Attributes = Readonly<Record<string, string>>;

/** An element of these attributes and children. Texts become text and never markup: they may come from anywhere. */
export const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

/** Sets a text, and does nothing where it is the same: the browser would lay out the page again. */
export const setText = (node: Node, text: string): void => {
  if (node.textContent !== text) node.textContent = text;
};

export const button = (
  name: string,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement => {
  const made = element('button', { type: 'button', ...attributes }, name);
  made.addEventListener('click', onClick);
  return made;
};

/** Makes the pixels of a canvas those of the screen; its drawing is in the units of the page. */
export const fitCanvas = (canvas: HTMLCanvasElement, pageWidth: number, pageHeight: number) => {
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [Math.round(pageWidth * ratio), Math.round(pageHeight * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
};
