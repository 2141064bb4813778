import { isWellFormed } from '../../model/isWellFormed';

/** Stores write names as UTF-8, in which two names that are not well-formed could become one, and Postgres takes no NUL. */
export const checkId = (id: unknown): void => {
  if (typeof id !== 'string' || id === '' || id.includes('\0') || !isWellFormed(id)) {
    throw new TypeError('the id of a walk must be a string of well-formed Unicode, not empty and without a NUL');
  }
};
