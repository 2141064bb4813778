/** Whether a text has no lone surrogate, that is, whether it can be written in a URL at all. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/** What is said of one that has. */
export const illFormed = 'is not well-formed Unicode';
