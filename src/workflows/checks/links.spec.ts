import type { AuthoredLink } from './authored-parts.js';
import { linkFinding } from './links.js';

const SCHEMA = {
  type: 'object',
  required: ['url', 'order', 'items'],
  properties: {
    home: { type: 'string', default: 'https://shop.de' },
    url: { type: 'string' },
    more: { type: 'string' },
    order: { type: 'object', required: ['url'], properties: { url: { type: 'string' }, help: { type: 'string' } } },
    items: { type: 'array', items: { type: 'object', required: ['url'], properties: { url: { type: 'string' } } } },
  },
};

function codeOf(text: string, more: Partial<AuthoredLink> = {}): string | undefined {
  return linkFinding({ field: 'body', label: 'Go', text, where: 'html', ...more }, SCHEMA)?.code;
}

describe('CK4: a link leads nowhere', () => {
  it.each([
    ['nothing', ''],
    ['blanks', '  '],
    ['a hash', '#'],
    ['a place on the page', '#top'],
    ['a path', '/orders'],
    ['a relative path', 'orders/1'],
    ['a parent', '../x'],
    ['a query', '?a=1'],
    ['a host without a scheme', 'www.shop.de'],
    ['a host alone after slashes', '//shop.de/a'],
    ['a scheme alone', 'https://'],
    ['three slashes', 'https:///a'],
    ['a blank in the host', 'https://a b/c'],
    ['a wrong port', 'https://shop.de:99999/'],
    ['a scheme that mail programs do not open', 'javascript:alert(1)'],
    ['an app', 'myapp://orders'],
    ['a mail to nobody', 'mailto:'],
    ['a call of nobody', 'tel:'],
    ['a mail without an address', 'mailto:our help'],
    ['a call without a number', 'tel:help'],
    ['a host with a part too few', 'https://shop..de/a'],
    ['a path with a variable', '/orders/{{payload.id}}'],
  ])('%s: %p', (_what, text) => {
    expect(codeOf(text)).toBe('link_dead');
  });

  it.each([
    ['a page', 'https://shop.de/orders'],
    ['a page in capital letters', 'HTTPS://SHOP.DE'],
    ['a host of another script', 'https://bücher.de'],
    ['blanks around it', ' https://shop.de '],
    ['a mail', 'mailto:help@shop.de'],
    ['a mail whose recipient the sender chooses', 'mailto:?subject=Hi'],
    ['a mail to a variable', 'mailto:{{payload.email}}'],
    ['a mail with a subject', 'mailto:help%40shop.de?subject=Hi'],
    ['a call of a variable', 'tel:{{payload.phone}}'],
    ['a call', 'tel:+4930901820'],
    ['a variable in a path', 'https://shop.de/{{payload.id}}'],
    ['a variable in a host', 'https://{{payload.shop}}.shop.de/'],
    ['a beginning that is a variable', '{{payload.base}}/orders'],
    ['a choice', '{% if payload.a %}https://a.de{% else %}https://b.de{% endif %}'],
    ['a port', 'https://shop.de:8443/'],
  ])('not: %s: %p', (_what, text) => {
    expect(codeOf(text)).toBeUndefined();
  });

  it.each([
    ['in an app, a path', '/orders', 'in_app', undefined],
    ['in an app, a scheme of the app', 'myapp://orders', 'in_app', undefined],
    ['in an app, a hash', '#', 'in_app', 'link_dead'],
    ['in blocks, a host, which is completed', 'shop.de/orders', 'blocks', undefined],
    ['in blocks, a path', '/orders', 'blocks', 'link_dead'],
    ['in blocks, one word', 'orders', 'blocks', 'link_dead'],
  ] as const)('%s', (_what, text, where, code) => {
    expect(codeOf(text, { where })).toBe(code);
  });

  it.each([
    ['https://example.com/a', 'link_placeholder'],
    ['https://www.example.org', 'link_placeholder'],
    ['http://localhost:3000/', 'link_placeholder'],
    ['http://127.0.0.1/', 'link_placeholder'],
    ['http://[::1]/', 'link_placeholder'],
    ['https://shop.test/', 'link_placeholder'],
    ['https://example.com/{{payload.id}}', 'link_placeholder'],
    ['https://example.company/', undefined],
    ['https://myexample.com/', undefined],
    ['https://shop.de/?next=https://example.com', undefined],
    ['https://localhost.shop.de/', undefined],
  ])('the placeholder %s: %p', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it.each([
    ['that may be missing', '{{payload.more}}', {}, 'link_variable'],
    ['that is not in the schema', '{{ payload.none }}', {}, 'link_variable'],
    ['below one that may be missing', '{{payload.more.url}}', {}, 'link_variable'],
    ['of the subscriber', '{{subscriber.data.url}}', {}, 'link_variable'],
    ['with another filter', '{{payload.more | upcase}}', {}, 'link_variable'],
    ['by its name', 'payload.more', { isVariable: true }, 'link_variable'],
    ['with a fallback', "{{payload.more | default: 'https://shop.de'}}", {}, undefined],
    ['with a fallback beside it', 'payload.more', { isVariable: true, hasFallback: true }, undefined],
    ['that is required', '{{payload.url}}', {}, undefined],
    ['that is required within', '{{ payload.order.url }}', {}, undefined],
    ['with a default in the schema', '{{payload.home}}', {}, undefined],
    ['of the template itself', '{{ url }}', {}, undefined],
    ['of a loop of the template', '{{ item.url }}', {}, undefined],
    ['that may be missing within', '{{ payload.order.help }}', {}, 'link_variable'],
    ['of an entry', 'payload.items.url', { isVariable: true }, undefined],
    ['of the entry of a loop', 'current.url', { isVariable: true }, undefined],
    ['to unsubscribe', '{{unsubscribeUrl}}', {}, undefined],
    ['to unsubscribe, by its name', 'unsubscribeUrl', { isVariable: true }, undefined],
    ['of preferences', '{{ preferencesUrl }}', {}, undefined],
    ['without a name', '', { isVariable: true }, 'link_dead'],
  ] as const)('a variable %s', (_what, text, more, code) => {
    expect(codeOf(text, more)).toBe(code);
  });

  it('says which link it is, where, and what to do', () => {
    expect(
      linkFinding({ field: 'body', path: 'content.2', label: 'Track', text: '', where: 'blocks' }, undefined),
    ).toEqual({
      code: 'link_dead',
      severity: 'error',
      field: 'body',
      path: 'content.2',
      message: "The link 'Track' has no address. Enter the address of a page.",
    });
  });
});
