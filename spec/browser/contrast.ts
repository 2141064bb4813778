import type { Page } from 'playwright-core';

/** A text whose colour is too close to what is behind it. */
export interface Faint {
  readonly text: string;
  readonly ratio: number;
}

/** The texts of the page whose contrast is below 4.5 : 1, as WCAG 2 (AA) counts it. */
export const faintTexts = (page: Page): Promise<ReadonlyArray<Faint>> =>
  page.evaluate(() => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (canvas === null) throw new Error('no canvas to read colours with');

    // A canvas reads every way to write a colour.
    const read = (colour: string): Colour => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha];
    };
    const luminance = (colour: Colour): number => {
      const [red = 0, green = 0, blue = 0] = colour
        .slice(0, 3)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element | null): Colour => {
      if (element === null) return [255, 255, 255, 255];
      const colour = read(getComputedStyle(element).backgroundColor);
      return colour[3] === 255 ? colour : behind(element.parentElement);
    };
    const ratioOf = (element: Element): number => {
      const [one, other] = [luminance(read(getComputedStyle(element).color)), luminance(behind(element))];
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    };
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');

    return [...document.querySelectorAll('body *:not(script, style, option)')]
      .filter((element) => hasText(element) && element.checkVisibility())
      .map((element) => ({ text: element.textContent.trim(), ratio: ratioOf(element) }))
      .filter(({ ratio }) => ratio < 4.5);
  });
