import { Parser } from 'htmlparser2';

/** Elements that mail programs do not show, or that they remove. */
const REFUSED = /^(script|iframe|object|embed|form|input|button|select|textarea|video|audio|canvas|svg|link|base)$/;
/** Styles that Outlook or Gmail ignore, so that what needs them breaks. */
const UNKNOWN = /(^|;)\s*(position|float|display\s*:\s*(flex|grid)|grid-[a-z]+|flex-[a-z]+)\s*(:|;|$)/i;
const GMAIL_BYTES = 102 * 1024;

/**
 * What mail programs would show otherwise than it is meant. The rules: a doctype, a language-free head with `charset`,
 * `viewport` and a statement about the dark; layout by tables, each with `role="presentation"`; styles in the elements; colors
 * for texts and for what is behind them; images with an alternative text, a width and an absolute address; links with an
 * absolute address; nothing that runs; at most 102 KB; in a subscription a link to unsubscribe.
 */
export function mailProblems(html: string, { isSubscription }: { isSubscription: boolean }): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  let tables = 0;
  let links = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      const { style = '' } = attributes;
      if (REFUSED.test(name)) problems.push(`element ${name}`);
      if (UNKNOWN.test(style)) problems.push(`style of ${name}: ${style}`);
      for (const attribute of Object.keys(attributes))
        if (attribute.startsWith('on')) problems.push(`handler ${attribute}`);
      if (name === 'meta') seen.add(attributes['name'] ?? (attributes['charset'] === undefined ? '' : 'charset'));
      if (name === 'table') {
        tables += 1;
        if (attributes['role'] !== 'presentation') problems.push('a table of layout is read out as one');
      }
      if (name === 'img') {
        if (attributes['alt'] === undefined) problems.push('an image without alternative text');
        if (!/^https?:/.test(attributes['src'] ?? '')) problems.push(`an image at ${attributes['src']}`);
      }
      if (name === 'a') {
        links += ` ${attributes['href']}`;
        if (!/^(https?|mailto|tel):/.test(attributes['href'] ?? '')) problems.push(`a link to ${attributes['href']}`);
      }
      if (/^(p|h[1-6])$/.test(name)) {
        if (!/(^|;)color:/.test(style)) problems.push(`${name} without a color`);
        if (!/font-family:/.test(style)) problems.push(`${name} without a font`);
      }
      if (name === 'body' && !/background-color:/.test(style)) problems.push('a body without a background');
    },
  });
  parser.end(html);
  for (const name of ['charset', 'viewport', 'color-scheme', 'supported-color-schemes']) {
    if (!seen.has(name)) problems.push(`no meta ${name}`);
  }
  if (!/^\s*<!doctype html/i.test(html)) problems.push('no doctype');
  if (tables === 0) problems.push('no tables');
  if (Buffer.byteLength(html) > GMAIL_BYTES) problems.push(`${Buffer.byteLength(html)} bytes`);
  if (isSubscription && !/\/u\/|\/preferences\//.test(links)) problems.push('no link to unsubscribe');
  return problems;
}
