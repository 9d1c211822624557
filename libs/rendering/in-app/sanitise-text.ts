import sanitizeHtml from 'sanitize-html';
import { ContentError } from './content-error.js';

/** Simple text markup without styles, classes or ids: a message must not restyle the page that shows it. */
const tags =
  'a abbr b blockquote br code del div em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre s small span strong sub sup u ul';

/** The allow-list of in-app texts (L5). */
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
    // A page opened from a message must not get access to the page that showed the message.
    a: (tagName, { target, rel: _rel, ...attribs }) => ({
      tagName,
      attribs: target === '_blank' ? { ...attribs, target, rel: 'noopener noreferrer' } : attribs,
    }),
  },
};

/** The start of a tag, a comment or a declaration. A text without it contains no markup. */
const tagStart = /<[a-z/!?]/i;
/** The time for parsing markup grows with the square of its depth; this many tags take milliseconds. */
const MAX_TAGS = 2_000;
const tagStarts = /<(?=[a-z/!?])/gi;

/**
 * In the sanitiser's output every `<` belongs to an allowed tag, and everything else is escaped. This matches the
 * tags, which are kept, and the escapes that can safely be undone: `<` where no tag can begin, `&` where no
 * character reference can.
 */
const tagsAndEscapes = /<[^>]*>|&lt;(?![a-z/!?])|&gt;|&amp;(?!#?[a-z0-9]{1,31};)/gi;
const plain: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/**
 * Returns a text without anything that could run in a page that shows it as HTML (L5). It is unescaped for a page that
 * shows it as text (L4): `Q&A: a < b` stays unchanged.
 *
 * A text in which no tag can begin is returned unchanged. Any other text loses the tags outside the allow-list, with their
 * content if that is not text, as in `script`. The text between tags is escaped only where it could be mistaken for markup.
 * A `<` directly before a letter that begins no complete tag, as in `a<b`, becomes `&lt;`.
 *
 * @param field Path of the text in the message, for the error.
 * @throws ContentError if the text has too many tags.
 */
export function sanitiseText(text: string, field: string): string {
  if (!tagStart.test(text)) {
    return text;
  }
  if ((text.match(tagStarts)?.length ?? 0) > MAX_TAGS) {
    throw new ContentError(field, 'value', `must have at most ${MAX_TAGS} tags`);
  }
  return sanitizeHtml(escapeUnfinishedTags(text), allowList).replace(
    tagsAndEscapes,
    (match) => plain[match.toLowerCase()] ?? match,
  );
}

/**
 * Nothing after the last `>` can be a complete tag. Without this the sanitiser would remove it as an incomplete one.
 */
function escapeUnfinishedTags(text: string): string {
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end) + text.slice(end).replace(tagStarts, '&lt;');
}
