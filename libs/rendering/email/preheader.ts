import { escapeHtml } from '../escape-html.js';

const HIDDEN = 'display:none;max-height:0;overflow:hidden;opacity:0;mso-hide:all';
const BODY = /<body(?:\s(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>])*)?>/i;

/**
 * Returns the HTML of an email with a text at its beginning that is not shown: mail programs list it beside the subject
 * (behaviour E11).
 */
export function withPreheader(html: string, text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return html;
  const hidden = `<div style="${HIDDEN}">${escapeHtml(line)}</div>`;
  const body = BODY.exec(html);
  const at = body ? body.index + body[0].length : 0;
  return html.slice(0, at) + hidden + html.slice(at);
}
