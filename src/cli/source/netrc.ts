const fields = ['machine', 'login', 'password', 'account'];

/** The user of a host in a text of the form of .netrc, as curl and ftp read it. The first entry that fits counts. */
export const netrcUser = (
  text: string,
  host: string,
): { readonly login: string; readonly password: string } | undefined => {
  // A macro ends with an empty line.
  const entries = text.replace(/^[ \t]*macdef\b[^]*?(?:\n[ \t]*\n|$(?![^]))/gm, '');
  const words = entries.match(/"(?:\\.|[^"\\])*"|\S+/g) ?? [];
  const valueOf = (word = ''): string =>
    word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word;
  const found: Record<string, string> = {};
  let isHost = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (isHost && (word === 'machine' || word === 'default')) break;
    if (word === 'default') isHost = true;
    if (!fields.includes(word)) continue;
    at += 1;
    const value = valueOf(words[at]);
    if (word === 'machine') isHost = value.toLowerCase() === host;
    else if (isHost) found[word] = value;
  }
  return found.password === undefined
    ? undefined
    : { login: found.login ?? '', password: found.password };
};
