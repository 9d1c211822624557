import { escaped } from '../../platform/http/html.js';
import { type Hit, MAX_QUERY } from './guide-search.js';

/** A page of the guide that the server makes, to be put into the frame of the build. */
export interface MadePage {
  title: string;
  /** HTML. */
  main: string;
  /** What the search field holds. */
  query?: string;
}

/** Puts a page into the frame. The build has left names in braces where its parts belong. */
export function inFrame(frame: string, { title, main, query = '' }: MadePage): string {
  const parts: Record<string, string> = { title: escaped(title), query: escaped(query), main };
  return frame.replaceAll(/\{\{(\w+)\}\}/g, (name, key: string) => parts[key] ?? name);
}

/** In place of a page that the guide does not have. */
export const NO_PAGE: MadePage = {
  title: 'Page not found',
  main: `<h1>Page not found</h1>
<p>The guide has no page at this address. Search for it above, or start at the <a href="/guide">first page</a>.</p>`,
};

/** Before anything was searched for. */
export const NO_QUERY: MadePage = {
  title: 'Search',
  main: `<h1>Search</h1>
<p>Write one or more words into the field above, such as <a href="/guide/search?q=quiet+hours">quiet hours</a>.</p>`,
};

/** The response to a search that is too long. */
export const LONG_QUERY: MadePage = {
  title: 'Search',
  main: `<h1>The search is too long</h1>
<p>Search for at most ${MAX_QUERY} characters.</p>`,
};

/** What was found, the best first. */
export function resultsPage(query: string, hits: readonly Hit[]): MadePage {
  const title = `Search: ${query}`;
  const count = hits.length === 1 ? '1 result' : `${hits.length} results`;
  const main =
    hits.length === 0
      ? '<p>Nothing was found. Try other or fewer words, or look at the <a href="/guide">list of pages</a>.</p>'
      : `<p>${count}, the best first.</p>\n<ol class="hits">\n${hits.map(hitHtml).join('\n')}\n</ol>`;
  return { title, query, main: `<h1>${escaped(title)}</h1>\n${main}` };
}

function hitHtml({ address, title, page, excerpt }: Hit): string {
  const text = excerpt.map((part) => (part.isMarked ? `<mark>${escaped(part.text)}</mark>` : escaped(part.text)));
  const of = page === title ? '' : ` <span>${escaped(page)}</span>`;
  return `<li><a href="${escaped(address)}">${escaped(title)}</a>${of}<p>${text.join('')}</p></li>`;
}
