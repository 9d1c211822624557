import { ownPicture } from '../../ui/own-picture';
import { nestLists } from './paste-lists';

/** What has no place in a message. */
const REMOVED =
  'script, style, link, meta, title, base, iframe, object, embed, svg, math, noscript, template, input, button, select, textarea, audio, video';
/** What the editor itself writes when it copies. */
const OWN = ['data-block', 'data-mark', 'data-own', 'data-kept', 'data-node', 'data-pm-slice'];
/** Styles that word processors write in place of elements. */
const STYLES: readonly [string, RegExp][] = [
  ['strong', /(?<![\w-])font-weight\s*:\s*(?:bold|[6-9]00)/i],
  ['em', /(?<![\w-])font-style\s*:\s*italic/i],
  ['u', /text-decoration[^;]*:[^;]*underline/i],
  ['s', /text-decoration[^;]*:[^;]*line-through/i],
];
/** Elements in which such a style means the whole block, or a link, and not what an author has marked. */
const UNSTYLED = /^(?:A|H[1-6]|BODY|TABLE|TD|TH|TR|LI|UL|OL|STRONG|EM|U|S)$/;

/** A picture at an address, or with its content. */
const PICTURE = /^(?:https?:|data:image\/(?:png|jpeg|gif|webp);base64,)/i;

/**
 * Reduces pasted HTML to what the editor knows: texts, headings, lists, links, pictures, and bold, italic, underlined and
 * struck texts. Scripts, other styles and what mail programs hide are gone.
 */
export function cleanHtml(html: string): string {
  // The policy of the page refuses styles and handlers as soon as a text is read, so they are renamed before.
  const inert = html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<!\[(?:if|endif)[^>]*>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) =>
      tag.replaceAll(/[\s/]style\s*=/gi, ' data-given-style=').replaceAll(/[\s/]on\w+\s*=/gi, ' data-ignored='),
    )
    .replaceAll(/<(\/?)style\b/gi, '<$1noscript');
  const { body } = new DOMParser().parseFromString(inert, 'text/html');
  for (const element of body.querySelectorAll(REMOVED)) element.remove();
  nestLists(body, styleOf);
  for (const element of body.querySelectorAll('*')) if (body.contains(element)) clean(element);
  return body.innerHTML;
}

function styleOf(element: Element): string {
  return element.getAttribute('data-given-style') ?? '';
}

function clean(element: Element): void {
  const style = styleOf(element);
  const { tagName, ownerDocument } = element;
  if (/display\s*:\s*none|mso-hide\s*:\s*all/i.test(style)) return element.remove();
  if (tagName === 'IMG') return replaceImage(element as HTMLImageElement);
  // Google Docs puts everything into a bold element that is not bold.
  const isNoMark =
    /^(?:B|STRONG|I|EM)$/.test(tagName) && /(?<![\w-])font-(?:weight|style)\s*:\s*(?:normal|400)/i.test(style);
  const isBadLink = tagName === 'A' && !/^(?:https?|mailto|tel):/i.test(element.getAttribute('href')?.trim() ?? '');
  if (isNoMark || (isBadLink && !element.hasAttribute('data-own'))) return element.replaceWith(...element.childNodes);
  if (!UNSTYLED.test(tagName) && !element.hasAttribute('data-block')) {
    for (const [tag, pattern] of STYLES) {
      if (!pattern.test(style) || element.childNodes.length === 0) continue;
      const mark = ownerDocument.createElement(tag);
      mark.append(...element.childNodes);
      element.append(mark);
    }
  }
  for (const { name } of Array.from(element.attributes)) {
    const stays = OWN.includes(name) || (name === 'href' && !isBadLink) || (name === 'start' && tagName === 'OL');
    if (!stays) element.removeAttribute(name);
  }
  // Cells are blocks below each other.
  if (/^T(?:[DHR]|ABLE|BODY|HEAD|FOOT)$/.test(tagName)) {
    const block = ownerDocument.createElement('div');
    block.append(...element.childNodes);
    element.replaceWith(block);
  }
}

/**
 * A picture becomes a block. One that was pasted with its content, or is elsewhere, has a mark by which it is asked for. One of a
 * single pixel counts readers, and others are not in the clipboard.
 */
function replaceImage(image: HTMLImageElement): void {
  const src = image.getAttribute('src') ?? '';
  const sizes = ['width', 'height'].map((name) => Number.parseInt(image.getAttribute(name) ?? '', 10));
  if (!PICTURE.test(src) || sizes.some((size) => size <= 1)) return image.remove();
  const block = image.ownerDocument.createElement('div');
  const [width] = sizes;
  const own = { src, alt: image.getAttribute('alt') ?? '', ...(width !== undefined && width > 1 && { width }) };
  block.setAttribute('data-block', 'image');
  block.setAttribute('data-own', JSON.stringify(own));
  if (ownPicture(src) === undefined) block.setAttribute('data-pasted', '');
  image.replaceWith(block);
}
