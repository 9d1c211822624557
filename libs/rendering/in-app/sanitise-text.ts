import sanitizeHtml from 'sanitize-html';
import { ContentError } from './content-error.js';

/** Simple text markup. No styles, classes or ids: a message must not restyle the page that shows it. */
const tags =
  'a abbr b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre s small span strong sub sup u ul';

/** The one allow-list of in-app texts (L5). */
const allowList: sanitizeHtml.IOptions = {
  allowedTags: tags.split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nestingLimit: 50,
  transformTags: {
    // A page opened from a message must not get hold of the page that showed the message.
    a: (tagName, { target, rel: _rel, ...attribs }) => ({
      tagName,
      attribs: target === '_blank' ? { ...attribs, target, rel: 'noopener noreferrer' } : attribs,
    }),
  },
};

/** What can begin a tag, a comment or a declaration: only then is a text more than text. */
const tagStart = /<[a-z/!?]/i;
/** Reading markup takes time in proportion to the square of its depth; this many take milliseconds. */
const mostTags = 2_000;
const tagStarts = /<(?=[a-z/!?])/gi;

/**
 * In the sanitiser's output every `<` belongs to a tag it let through, and everything else is escaped. This finds the
 * tags, which stay, and the escapes, of which those that can stand for nothing but text are undone: `<` where no tag
 * can begin, `&` where no character reference does.
 */
const tagsAndEscapes = /<[^>]*>|&lt;(?![a-z/!?])|&gt;|&amp;(?!#?[a-z0-9]{1,31};)/gi;
const plain: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/**
 * A text without anything that could run in a page that shows it as HTML (L5), and as plain as it came for a page that
 * shows it as text (L4): `Q&A: a < b` is returned as it is.
 *
 * A text in which nothing can begin a tag is returned unchanged, to the character. In any other, tags outside the
 * allow-list are dropped (with their content if that is no text, as in `script`), and what is left between tags is
 * written without escapes wherever that cannot be taken for markup. A `<` directly before a letter that begins no
 * complete tag, as in `a<b`, becomes `&lt;`.
 *
 * @param field Path of the text in the message, for the error.
 * @throws ContentError for more markup than a message can use.
 */
export function sanitiseText(text: string, field: string): string {
  if (!tagStart.test(text)) {
    return text;
  }
  if ((text.match(tagStarts)?.length ?? 0) > mostTags) {
    throw new ContentError(field, 'value', `must have at most ${mostTags} tags`);
  }
  return sanitizeHtml(escapeUnfinishedTags(text), allowList).replace(
    tagsAndEscapes,
    (match) => plain[match.toLowerCase()] ?? match,
  );
}

/** Nothing after the last `>` can be a whole tag; without this the sanitiser would drop it as half of one. */
function escapeUnfinishedTags(text: string): string {
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end) + text.slice(end).replace(tagStarts, '&lt;');
}
