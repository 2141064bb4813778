/** A text of at most so many characters; one that is longer ends with an ellipsis. */
export const cut = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** Whether a text has no lone surrogate, that is, whether it can be written in a URL at all. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** What is said of one that has. */
export const illFormed = 'is not well-formed Unicode';
