/** Gmail shows no more of an email than this, and hides what follows: https://support.google.com/a/answer/9157861. */
const GMAIL_BYTES = 102 * 1024;

/** What is conspicuous about an email, as sentences. */
export interface EmailHints {
  /** What depends on the data of each email. */
  ofData: string[];
  /** What only its author can change. */
  ofAuthor: string[];
}

/**
 * Returns hints about the HTML of an email: its size, links that lead nowhere, pictures without an alternative text. It takes
 * time proportional to the length of the HTML. `growth`: bytes that are added before it is sent.
 */
export function emailHints(html: string, growth = 0): EmailHints {
  const bytes = Buffer.byteLength(html) + growth;
  let [dead, silent] = [0, 0];
  // Every tag matches to its end, or to that of the document: no character is read for two of them.
  for (const { 1: name = '', 2: attributes = '' } of html.matchAll(TAG)) {
    if (name.toLowerCase() === 'img') silent += ALT.test(attributes) ? 0 : 1;
    else dead += leadsNowhere(attributes) ? 1 : 0;
  }
  return {
    ofData: [
      ...(bytes > GMAIL_BYTES ? [`The email has ${Math.ceil(bytes / 1024)} KB, and Gmail cuts it at 102 KB`] : []),
      ...(dead > 0 ? [`${dead === 1 ? '1 link leads' : `${dead} links lead`} nowhere`] : []),
    ],
    ofAuthor: silent > 0 ? [`${silent === 1 ? '1 image has' : `${silent} images have`} no alternative text`] : [],
  };
}

const TAG = /<!--[\s\S]*?(?:-->|$)|<(a|img)\b((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>])*)/gi;
const ALT = /(?:^|[\s"'/])alt(?=[\s=/]|$)/i;
const HREF = /(?:^|[\s"'/])href\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*))|(?=[\s/]|$))/i;

/** An anchor without an address is the target of links. */
function leadsNowhere(attributes: string): boolean {
  const [found, ...values] = HREF.exec(attributes) ?? [];
  if (found === undefined) return false;
  return /^(?:#|https?:\/*|mailto:|tel:)?$/i.test((values.find((value) => value !== undefined) ?? '').trim());
}
