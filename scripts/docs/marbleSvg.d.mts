/** An SVG of a marble diagram, with its text as the description; undefined where the text is not a marble diagram. */
export function marbleSvg(text: string): string | undefined;
