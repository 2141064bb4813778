/** Whether a string has no lone surrogate, that is, whether it can be written in a URL at all. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** The problem of a string that has one. */
export const illFormed = 'is not well-formed Unicode';
