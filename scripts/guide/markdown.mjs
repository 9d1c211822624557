/** Renders a page of Markdown as HTML. HTML in the page is shown as the text it is, and its comments are left out. */
import MarkdownIt from 'markdown-it';
import { headingId, resolveLink } from './pages.mjs';

/** A longer line of code does not fit a telephone, so the keyboard must reach its block to scroll it. */
const FITTING_CODE = 38;

const SCROLLS = 'role="group" tabindex="0"';

const markdown = new MarkdownIt({ html: true });
const { escapeHtml } = markdown.utils;
export { escapeHtml };

markdown.core.ruler.push('guide', ({ tokens, env, Token }) => {
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') nameHeading(token, tokens[index + 2], tokens[index + 1], env, Token);
    if (token.type === 'inline') token.children = leadLinks(token.children, env, Token);
    // A heading of a column without a text is none.
    if (token.type === 'th_open' && tokens[index + 1].content === '') token.tag = tokens[index + 2].tag = 'td';
  }
});

const rules = markdown.renderer.rules;
rules.html_inline = (tokens, index) => escapeHtml(withoutComments(tokens[index].content));
rules.html_block = (tokens, index) => {
  const text = withoutComments(tokens[index].content).trim();
  return text === '' ? '' : `<p>${escapeHtml(text)}</p>\n`;
};
rules.table_open = () => `<div class="table" ${SCROLLS} aria-label="Table"><table>\n`;
rules.table_close = () => '</table></div>\n';
rules.fence = rules.code_block = (tokens, index) => {
  const { content } = tokens[index];
  const isWide = content.split('\n').some((line) => line.length > FITTING_CODE);
  return `<pre${isWide ? ` ${SCROLLS} aria-label="Code"` : ''}><code>${escapeHtml(content)}</code></pre>\n`;
};
rules.heading_link = (tokens, index) =>
  ` <a class="anchor" href="#${escapeHtml(tokens[index].meta)}" aria-hidden="true" tabindex="-1">#</a>`;
rules.file_path = (tokens, index) => ` (<code>${escapeHtml(tokens[index].meta)}</code>)`;

/** The tokens of a page as markdown-it makes them, with headings named and links leading to pages of the guide. */
export function parsePage(source, { path, addresses, picture }) {
  const env = { path, addresses, picture, headings: [], taken: new Map() };
  return { tokens: markdown.parse(source, env), headings: env.headings, env };
}

/** Renders a page: its title, its HTML, its headings, and what is found in it by search. */
export function renderPage(source, page) {
  const { tokens, headings, env } = parsePage(source, page);
  const title = headings.find(({ level }) => level === 1)?.text ?? page.path;
  const body = markdown.renderer.render(tokens, markdown.options, env);
  const html = headings.some(({ level }) => level === 1) ? body : `<h1>${escapeHtml(title)}</h1>\n${body}`;
  return { title, html, headings, sections: sectionsOf(tokens, title) };
}

/** The text of each heading and of what follows it, up to the next. */
function sectionsOf(tokens, title) {
  const sections = [{ id: '', title, texts: [] }];
  for (const [index, token] of tokens.entries()) {
    const isHeading = token.type === 'inline' && tokens[index - 1].type === 'heading_open';
    if (isHeading) {
      if (tokens[index - 1].tag === 'h1') continue;
      sections.push({ id: tokens[index - 1].attrGet('id'), title: plainText(token), texts: [] });
    } else if (token.type === 'inline') sections.at(-1).texts.push(plainText(token));
    else if (token.type === 'fence' || token.type === 'code_block') sections.at(-1).texts.push(token.content);
  }
  return sections.map(({ id, title: heading, texts }) => ({ id, title: heading, text: texts.join(' ') }));
}

/** A page has one heading of the first level; others become those of the second. */
function nameHeading(open, close, inline, { headings, taken }, Token) {
  if (open.tag === 'h1' && headings.some(({ level }) => level === 1)) open.tag = close.tag = 'h2';
  const text = plainText(inline);
  const id = headingId(text, taken);
  const level = Number(open.tag.slice(1));
  open.attrSet('id', id);
  headings.push({ level, id, text });
  if (level === 1) return;
  const link = new Token('heading_link', '', 0);
  link.meta = id;
  inline.children.push(link);
}

/** Links to pages lead to them; of a link to another file its text stays, with the path. Pictures are those of the guide. */
function leadLinks(children, { path, addresses, picture }, Token) {
  /** The file that the link around the current token names, if the guide does not have it. */
  let file;
  let text = '';
  return children.flatMap((token) => {
    if (token.type === 'link_open') {
      const href = token.attrGet('href');
      const { address, external, path: named } = resolveLink(href, path, addresses);
      [file, text] = [named, ''];
      if (named !== undefined) return [];
      token.attrSet('href', address);
      if (external) token.attrSet('rel', 'noreferrer');
    } else if (token.type === 'link_close' && file !== undefined) {
      const note = new Token('file_path', '', 0);
      note.meta = file;
      const isNamed = text.includes(file);
      file = undefined;
      return isNamed ? [] : [note];
    } else if (token.type === 'image') {
      const { address, width, height } = picture(token.attrGet('src'), path);
      token.attrs = [
        ['src', address],
        ['alt', ''],
        ['width', width],
        ['height', height],
        ['loading', 'lazy'],
      ];
    } else text += token.content;
    return [token];
  });
}

function plainText({ children }) {
  return children
    .map(({ type, content }) => {
      if (type === 'softbreak' || type === 'hardbreak') return ' ';
      return ['text', 'code_inline', 'image'].includes(type) ? content : '';
    })
    .join('');
}

function withoutComments(html) {
  return html.replaceAll(/<!--.*?-->/gs, '');
}
