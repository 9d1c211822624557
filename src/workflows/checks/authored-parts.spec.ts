import type { StepType } from '../steps/step-kinds.js';
import { authoredParts } from './authored-parts.js';

function parts(type: StepType, controlValues: Record<string, unknown>) {
  return authoredParts({ type, controlValues });
}

const doc = (...content: object[]): string => JSON.stringify({ type: 'doc', content });
const html = (body: string) => parts('email', { body, editorType: 'html' });
const blocks = (...content: object[]) => parts('email', { body: doc(...content), editorType: 'block' });

describe('links of HTML', () => {
  it.each([
    ['a link', '<a href="https://a.de">Go</a>', [['Go', 'https://a.de']]],
    ['without quotes', '<A HREF=https://a.de>Go</A>', [['Go', 'https://a.de']]],
    ['an entity', '<a href="https://a.de?a=1&amp;b=2">Go</a>', [['Go', 'https://a.de?a=1&b=2']]],
    [
      'an empty address',
      '<a href="">Go</a><a href>On</a>',
      [
        ['Go', ''],
        ['On', ''],
      ],
    ],
    ['an anchor', '<a name="top">Top</a>', []],
    ['an area', '<area href="#">', [['', '#']]],
    ['an area before a text', '<area href="#" alt="Shop"><p>Hello</p>', [['Shop', '#']]],
    ['a link in a comment', '<!-- <a href="#">Go</a> -->', []],
    [
      'a variable with quotes',
      '<a href="{{ payload.u | default: "x" }}">Go</a>',
      [['Go', '{{ payload.u | default: "x" }}']],
    ],
    ['a variable in its text', '<a href="#">Hi {{payload.a}}</a>', [['Hi {{payload.a}}', '#']]],
    ['an image as its text', '<a href="#"><img src="a.png" alt="Logo"></a>', [['Logo', '#']]],
    ['a loop around it', '{% for i in payload.l %}<a href="{{i.u}}">Go</a>{% endfor %}', [['Go', '{{i.u}}']]],
  ])('%s', (_what, body, expected) => {
    expect(html(body).links.map(({ label, text }) => [label, text])).toEqual(expected);
  });
});

describe('images of HTML', () => {
  it.each([
    ['none', '<img src="a.png">', undefined],
    ['an empty one: an ornament', '<img src="a.png" alt="">', ''],
    ['one without a value', '<img src="a.png" alt>', ''],
    ['a text', '<img src="a.png" alt="A shoe">', 'A shoe'],
    ['a variable', '<img src="a.png" alt="{{payload.name}}">', '{{payload.name}}'],
    ['a similar attribute', '<img src="a.png" data-alt="x">', undefined],
  ])('alternative text: %s', (_what, body, alt) => {
    expect(html(body).images.map((one) => one.alt)).toEqual([alt]);
  });
});

describe('links and images of blocks', () => {
  const text = (href: unknown, more = {}) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: 'Go', marks: [{ type: 'link', attrs: { href, ...more } }] }],
  });

  it.each([
    ['a mark', text('https://a.de'), [['Go', 'https://a.de', 'content.0.content.0']]],
    ['a mark without an address', text(undefined), [['Go', '', 'content.0.content.0']]],
    ['a button', { type: 'button', attrs: { text: 'Go', url: '#' } }, [['Go', '#', 'content.0']]],
    ['a button without an address', { type: 'button', attrs: { text: 'Go' } }, [['Go', '', 'content.0']]],
    ['a card', { type: 'linkCard', attrs: { title: 'New', link: '/a' } }, [['New', '/a', 'content.0']]],
    ['a card without a link', { type: 'linkCard', attrs: { title: 'New' } }, []],
    ['an image', { type: 'image', attrs: { alt: 'Shoe', externalLink: 'a' } }, [['Shoe', 'a', 'content.0']]],
    [
      'HTML',
      { type: 'htmlCodeBlock', content: [{ type: 'text', text: '<a href="#">Go</a>' }] },
      [['Go', '#', 'content.0']],
    ],
    [
      'a button in a column',
      {
        type: 'columns',
        content: [{ type: 'column', content: [{ type: 'button', attrs: { text: 'Go', url: 'x' } }] }],
      },
      [['Go', 'x', 'content.0.content.0.content.0']],
    ],
  ])('%s', (_what, node, expected) => {
    expect(blocks(node).links.map(({ label, text: url, path }) => [label, url, path])).toEqual(expected);
  });

  it.each([
    ['image', {}, undefined],
    ['image', { alt: '' }, undefined],
    ['image', { alt: '  ' }, undefined],
    ['image', { alt: 'Shoe' }, 'Shoe'],
    ['inlineImage', {}, undefined],
    ['inlineImage', { alt: '{{payload.name}}' }, '{{payload.name}}'],
  ])('alternative text of an %s with %j', (type, attrs, alt) => {
    expect(blocks({ type, attrs: { src: 'https://a.de/a.png', ...attrs } }).images.map((one) => one.alt)).toEqual([
      alt,
    ]);
  });

  it.each([
    ['a logo, which has one of its own', { type: 'logo', attrs: { src: 'https://a.de/a.png' } }],
    ['a node that is unknown', { type: 'map', attrs: { url: '#' } }],
    ['a node with the name of an inherited member', { type: 'constructor', attrs: { url: '#' } }],
    ['a node called __proto__', { type: '__proto__', attrs: { url: '#' } }],
  ])('nothing of %s', (_what, node) => {
    expect(blocks(node)).toEqual({ links: [], images: [] });
  });
});

describe('links of other messages', () => {
  it.each<[string, StepType, Record<string, unknown>, string[]]>([
    ['a text message', 'sms', { body: 'See https://a.de/{{payload.id}}.' }, ['https://a.de/{{payload.id}}']],
    ['two of them', 'sms', { body: 'http://a.de, http://b.de' }, ['http://a.de', 'http://b.de']],
    ['a push message', 'push', { body: 'https://a.de!' }, ['https://a.de']],
    ['a chat message', 'chat', { body: '[Go](https://a.de)' }, ['https://a.de']],
    [
      'an in-app message',
      'in_app',
      { redirect: { url: '/a' }, primaryAction: { label: 'B', redirect: { url: '#' } } },
      ['/a', '#'],
    ],
    ['an in-app message without one', 'in_app', { redirect: { url: '' }, primaryAction: { label: 'B' } }, []],
    ['no link', 'sms', { body: 'Hello' }, []],
    ['a step without a message', 'delay', { amount: 1 }, []],
  ])('%s', (_what, type, values, expected) => {
    expect(parts(type, values).links.map(({ text }) => text)).toEqual(expected);
  });
});
