// Before the first paint, so that no theme flashes; then src/lib/settings.svelte.ts has it.
var root = document.documentElement.dataset;
var s = {};
try {
  s = JSON.parse(localStorage.getItem('atoll.settings')) || s;
  if (s.lang) document.documentElement.lang = s.lang;
  // As src/lib/looks.ts kept it.
  var look = localStorage.getItem('atoll.look');
  if (look && s.look && s.look !== 'chart') {
    var sheet = new CSSStyleSheet();
    sheet.replaceSync(look);
    document.adoptedStyleSheets = [sheet];
    root.look = s.look;
  }
} catch (e) {}
root.theme =
  s.theme === 'dark' || (s.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches) ? 'dark' : 'light';
// The pages need what browsers have since 2022. Older ones would stay empty: they say so.
if (!Object.hasOwn || !('noModule' in document.createElement('script')))
  document.addEventListener('DOMContentLoaded', function () {
    document.getElementById('skeleton').style.display = 'none';
    document.getElementById('old').hidden = false;
  });
else {
  // A line can die without a word while the program comes, and nothing of it is there to notice. If no file has come since
  // the last look, those that hang are given up, so that their connections are free, and the page is loaded anew once the
  // server answers.
  var had = 0;
  var watch = setInterval(function () {
    var has = performance.getEntriesByType('resource').length;
    if (!document.getElementById('skeleton')) clearInterval(watch);
    else if (has > had) had = has;
    else {
      stop();
      fetch('', { method: 'HEAD' })
        .then(function (res) {
          if (res.ok) location.reload();
        })
        .catch(String);
    }
  }, 40000);
}
