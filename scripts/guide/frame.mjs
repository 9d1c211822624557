/** What is around every page of the guide. `{{title}}`, `{{query}}` and the other names in braces are filled in. */
import { escapeHtml } from './markdown.mjs';
import { navigationHtml } from './navigation.mjs';

/** More headings than these make a list that nobody reads: then only those of the second level are listed. */
const MOST_HEADINGS = 40;

/** Fewer are in sight anyway. */
const FEWEST_HEADINGS = 3;

const BELL =
  '<svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" ' +
  'stroke-linecap="round" stroke-linejoin="round"><path d="M12 3v2M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4"/></svg>';

const FRAME = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{title}} · Carillon guide</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/guide/guide.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/guide">${BELL}<span><strong>Carillon</strong> guide</span></a>
<form role="search" action="/guide/search">
<input type="search" name="q" aria-label="Search the guide" placeholder="Search the guide" maxlength="100" value="{{query}}">
<button>Search</button>
</form>
<a class="away" href="/console">Console</a>
</header>
<div class="page">
<nav class="pages" aria-label="Pages of the guide">
{{navigation}}
</nav>
{{contents}}
<main id="main" tabindex="-1">
{{main}}
</main>
</div>
</body>
</html>
`;

/** Replaces the names in braces that `values` has. What is filled in is not searched for names again. */
export function fill(text, values) {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (name, key) => values[key] ?? name);
}

/** A whole page as HTML. */
export function pageHtml({ path, title, html, headings }, groups, version) {
  return fill(FRAME, {
    title: escapeHtml(title),
    query: '',
    navigation: pagesHtml(groups, version, path),
    contents: contentsHtml(headings),
    main: html,
  });
}

/** The frame of pages that the server makes: it fills in `{{title}}`, `{{query}}` and `{{main}}`. */
export function emptyFrame(groups, version) {
  return fill(FRAME, { navigation: pagesHtml(groups, version), contents: '' });
}

function pagesHtml(groups, version, current) {
  return foldable(
    'All pages',
    `${navigationHtml(groups, current)}\n<p class="version">Carillon ${escapeHtml(version)}</p>`,
  );
}

function contentsHtml(headings) {
  const below = headings.filter(({ level }) => level === 2 || level === 3);
  const listed = below.length > MOST_HEADINGS ? below.filter(({ level }) => level === 2) : below;
  if (listed.length < FEWEST_HEADINGS) return '';
  const points = listed.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`,
  );
  const name = 'On this page';
  const list = `<ul aria-label="${name}">\n${points.join('\n')}\n</ul>`;
  return `<nav class="contents" aria-label="${name}">\n${foldable(name, list, `<p>${name}</p>\n${list}`)}\n</nav>`;
}

/** A list twice: to be unfolded where the screen is narrow, and open beside the text. The style sheet hides one of them. */
function foldable(name, html, open = html) {
  return `<details><summary>${name}</summary>\n${html}\n</details>\n<div class="beside">\n${open}\n</div>`;
}
