// Runs before the first paint, so that a chosen theme never flashes.
try {
  var s = JSON.parse(localStorage.getItem('atoll.settings') || '{}');
  if (s.theme === 'light' || s.theme === 'dark') document.documentElement.dataset.theme = s.theme;
  if (s.lang) document.documentElement.lang = s.lang;
} catch (e) {
  document.documentElement.dataset.theme = '';
}
