import { createVerify, type KeyObject } from 'node:crypto';

/** Whether the DKIM signature of an email (RFC 6376, relaxed headers) is right for its headers. The body is not looked at. */
export function isSigned(email: string, key: KeyObject): boolean {
  const head = email.slice(0, email.indexOf('\r\n\r\n'));
  const headers = head.split(/\r\n(?![ \t])/).map(relaxed);
  const [name, signature = ''] = headers.find(([one]) => one === 'dkim-signature') ?? [];
  if (name === undefined) return false;
  const tags = new Map(
    signature.split(';').map((tag) => {
      const [key = ''] = tag.split('=', 1);
      return [key.trim(), tag.slice(key.length + 1)] as const;
    }),
  );
  const signed = (tags.get('h') ?? '').split(':').flatMap((field) => {
    const found = headers.findLast(([one]) => one === field.trim().toLowerCase());
    return found ? [`${found[0]}:${found[1]}\r\n`] : [];
  });
  const unsigned = signature.replace(/(^|;)(\s*b=)[^;]*/, '$1$2').trimEnd();
  return createVerify('RSA-SHA256')
    .update(`${signed.join('')}${name}:${unsigned}`, 'latin1')
    .verify(key, (tags.get('b') ?? '').replaceAll(/\s/g, ''), 'base64');
}

/** Name and value of a header in the form that is signed. */
function relaxed(line: string): [name: string, value: string] {
  const [name = ''] = line.split(':', 1);
  const value = line
    .slice(name.length + 1)
    .replaceAll(/\r\n/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();
  return [name.trim().toLowerCase(), value];
}
