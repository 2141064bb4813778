import { tokenNames } from './tokenNames';

/** Words in the name of a parameter or a header that say that its value is a credential, or where a walk is. */
const secretWord = new RegExp(
  `^(?:\\w*(?:secret|${tokenNames})|(?:api|access)?key|pass(?:word|wd|phrase)?|pwd|sig(?:nature)?|hmac|code|o?auth|authorization|session(?:id)?|sid|credentials?|jwt|otp|pin|ticket|nonce|cookie|[cx]srf)$`,
);

/** Whole names of cursors. As a part of a longer name, as in `created_after`, they mean a field. */
const cursorName = /^(?:starting |ending )?(?:after|before|next)$/;

/** With one of these before it, such a word means a field: what objects are sorted by, or where somebody lives. */
const ofField = /^(?:sort|order|group|country|currency|language|postal|zip|status)\b/;

/** At least this long, and this often another kind of character than before: nobody writes such a word. */
const minLength = 16;
const minChanges = 5;

const isRandom = (value: string): boolean =>
  value.split(/[^\w~+/=.-]+/).some((part) => {
    const text = part.replace(/[^a-z\d]/gi, '');
    const changes = text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[a-zA-Z])/g) ?? [];
    return text.length >= minLength && changes.length >= minChanges;
  });

/** Whether the name of a parameter or a header says that its value must not be shown. */
export const isSecretName = (name: string): boolean => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[\W_]+/g, ' ')
    .trim()
    .toLowerCase();
  const isNamed = !ofField.test(words) && words.split(' ').some((word) => secretWord.test(word));
  return isNamed || cursorName.test(words);
};

/** Whether the value of a query parameter must not be shown: its name says so, or it is long and random. */
export const isSecretParameter = (name: string, value: string): boolean =>
  isSecretName(name) || isRandom(value);

/** What must not be shown of the query string of an address that the user wrote. */
export const secretsInQuery = (address: string): ReadonlyArray<string> =>
  [...new URLSearchParams(/\?.*/s.exec(address)?.[0])]
    .filter(([name, value]) => isSecretParameter(name, value))
    .map(([, value]) => value);
