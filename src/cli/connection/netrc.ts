const fields = ['machine', 'login', 'password', 'account'];

/** A macro ends with an empty line. */
const macro = /^[ \t]*macdef\b[^]*?(?:\n[ \t\r]*\n|$(?![^]))/gm;

/** A word between quotes, what a # that begins a word makes a comment, or any other word. */
const word = /"(?:\\.|[^"\\])*"|#[^\n]*|\S+/g;

const valueOf = (text = ''): string =>
  /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;

/**
 * The user of a host in a text of the form of .netrc, as curl and ftp read it. The first entry that fits counts, and in it what
 * comes first. A password that begins with a # needs quotes, as it does in curl.
 */
export const netrcUser = (
  text: string,
  host: string,
): { readonly login: string; readonly password: string } | undefined => {
  const words = (text.replace(macro, '').match(word) ?? []).filter((one) => !one.startsWith('#'));
  const found: Record<string, string> = {};
  let isHost = false;
  for (let at = 0; at < words.length; at += 1) {
    const name = words[at] ?? '';
    if (isHost && (name === 'machine' || name === 'default')) break;
    if (name === 'default') isHost = true;
    if (!fields.includes(name)) continue;
    at += 1;
    const value = valueOf(words[at]);
    if (name === 'machine') isHost = value.toLowerCase() === host;
    else if (isHost && words[at] !== undefined) found[name] ??= value;
  }
  return found.password === undefined
    ? undefined
    : { login: found.login ?? '', password: found.password };
};
