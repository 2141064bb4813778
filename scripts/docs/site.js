// What the pages do beyond TypeDoc's own script: groups that are open, colours, and excerpts in the results of a search.
const onChange = (id, work) => {
  const element = document.getElementById(id);
  if (element) new MutationObserver(() => work(element)).observe(element, { childList: true });
};

// A group of the sidebar is open until the reader closes it.
onChange('tsd-nav-container', (navigation) => {
  for (const summary of navigation.querySelectorAll(':scope > li > details > summary'))
    summary.parentElement.open =
      localStorage.getItem(`tsd-accordion-${summary.dataset.key}`) !== 'false';
});

// The colours, beside the search: TypeDoc has them in its settings, at the end of the sidebar.
const isDark = () => {
  const { theme } = document.documentElement.dataset;
  return (
    theme === 'dark' ||
    (theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  );
};
const colours = document.createElement('button');
colours.id = 'colours';
colours.type = 'button';
const nameColours = () => {
  const title = isDark() ? 'Light colours' : 'Dark colours';
  colours.title = title;
  colours.setAttribute('aria-label', title);
  colours.textContent = isDark() ? '\u2600' : '\u263E';
};
colours.addEventListener('click', () => {
  const theme = isDark() ? 'light' : 'dark';
  localStorage.setItem('tsd-theme', theme);
  document.documentElement.dataset.theme = theme;
  const select = document.getElementById('tsd-theme');
  if (select) select.value = theme;
  nameColours();
});
nameColours();
document.getElementById('tsd-toolbar-links')?.before(colours);

const base = new URL(document.documentElement.dataset.base.replace(/\/?$/, '/'), location.href)
  .href;

/** The texts of the pages by their address, loaded with the first search. It is a script, because pages may be files. */
let texts;
const loadTexts = () =>
  (texts ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.addEventListener('load', () => resolve(window.siteTexts));
    script.src = `${base}assets/texts.js`;
    document.head.append(script);
  }));

/** The part of a text where most of the words are close together. */
const excerpt = (text, words) => {
  const lower = text.toLowerCase();
  const starts = [0];
  for (
    let at = lower.indexOf(words[0]);
    at >= 0 && starts.length < 200;
    at = lower.indexOf(words[0], at + 1)
  )
    starts.push(at);
  const found = (at) => words.filter((word) => lower.slice(at, at + 100).includes(word)).length;
  const best = starts.reduce((one, other) => (found(other) > found(one) ? other : one));
  const from = best < 40 ? 0 : text.indexOf(' ', best - 40) + 1;
  const end = text.length <= from + 150 ? text.length : text.lastIndexOf(' ', from + 150);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
};

const marked = (text, words) => {
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|')})`,
    'gi',
  );
  return text.split(pattern).map((part, index) => {
    if (index % 2 === 0) return part;
    const mark = document.createElement('mark');
    mark.textContent = part;
    return mark;
  });
};

onChange('tsd-search-results', async (results) => {
  const words = document
    .getElementById('tsd-search-input')
    .value.toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  const all = await loadTexts();
  for (const link of results.querySelectorAll('a:not(:has(small))')) {
    const text = all[link.href.slice(base.length)];
    if (!text) continue;
    const small = document.createElement('small');
    small.append(...marked(excerpt(text, words), words));
    link.querySelector('.text').append(small);
  }
});
