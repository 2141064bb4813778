/** Takes the time limit from every grammar that is loaded from now on. */
export const highlightAtAnySpeed: () => void;
