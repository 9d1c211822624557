import sanitizeHtml from 'sanitize-html';
import { LimitError } from '../render-limits.js';

/** Elements of emails. */
const TAGS =
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em ' +
  'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav ol p pre q s samp section ' +
  'small span strike strong style sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr';
const ATTRIBUTES =
  'abbr align alt aria-* background bgcolor border cellpadding cellspacing class color colspan data-* dir face height href hspace ' +
  'id lang name nowrap rel role rowspan scope size span src start style target title type valign value vspace width';

/** The allow-list of markup in emails: everything that shows something, nothing that runs or loads something else. */
const allowList: sanitizeHtml.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: { '*': ATTRIBUTES.split(' ') },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'background'],
  allowProtocolRelative: false,
  // Style sheets cannot run anything in a mail client; what browsers once ran is removed below.
  allowVulnerableTags: true,
  parseStyleAttributes: false,
  nonTextTags: ['script', 'textarea', 'option', 'noscript', 'title', 'template'],
  nestingLimit: 100,
  transformTags: {
    '*': (tagName, attribs) => ({
      tagName,
      attribs: RUNS.test(attribs['style'] ?? '') ? { ...attribs, style: '' } : attribs,
    }),
  },
};

/** Style values that some old mail clients ran. */
const RUNS = /expression\s*\(|javascript\s*:|behaviou?r\s*:|-moz-binding/i;

/** The time for parsing markup grows with its tags, and much more with their nesting. */
const MAX_TAGS = 5_000;
const STEPS_PER_TAG = 20;
const CHARACTERS_PER_STEP = 32;

/**
 * Returns markup without anything that could run in a mail client: scripts, handlers, frames, forms, addresses of other
 * kinds than http, https, mailto and tel. Heads of documents are removed, their style blocks are kept.
 *
 * @param spend Accounts for the work, in steps.
 * @throws LimitError if the markup has too many tags.
 */
export function sanitiseHtml(html: string, spend: (steps: number) => void = () => undefined): string {
  const tags = html.match(/<[a-z/!?]/gi)?.length ?? 0;
  if (tags > MAX_TAGS) throw new LimitError(`The markup has more than ${MAX_TAGS} tags`);
  spend(tags * STEPS_PER_TAG + html.length / CHARACTERS_PER_STEP);
  return sanitizeHtml(html, allowList);
}
