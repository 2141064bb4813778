// A group of the sidebar is open until the reader closes it.
const navigation = document.getElementById('tsd-nav-container');
new MutationObserver(() => {
  for (const summary of navigation.querySelectorAll(':scope > li > details > summary'))
    summary.parentElement.open =
      localStorage.getItem(`tsd-accordion-${summary.dataset.key}`) !== 'false';
}).observe(navigation, { childList: true });
