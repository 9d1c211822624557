import { plainText } from '../email/plain-text.js';
import { frameBody } from '../email/email-content.js';
import { createTemplateEngines } from '../liquid-engine.js';
import { defaultRenderLimits, RenderBudget } from '../render-limits.js';
import { compileEmail } from './email.js';
import { emailDocument } from './email-document.js';
import { lookOf, PLAIN_LOOK } from './look.js';

const { html: engine } = createTemplateEngines();

const ACME = {
  name: 'Acme',
  logoUrl: 'https://acme.example.com/logo.png',
  color: '#0B6B5C',
  headingColor: '#112233',
  textColor: '#223344',
  backgroundColor: '#fffdf5',
  font: "Georgia, 'Times New Roman', serif",
  radius: 8,
  footer: { address: 'Acme Inc.\n1 Main Street', unsubscribe: 'Unsubscribe' },
};
const DATA = { unsubscribeUrl: 'https://notify.example.com/u/token' };

const node = (type: string, attrs: object = {}, ...content: object[]) => ({ type, attrs, content });
const text = (value: string, marks: object[] = []) => ({ type: 'text', text: value, marks });
const documentOf = (...content: object[]) => JSON.stringify({ type: 'doc', content });
const rendered = (brand: unknown, ...content: object[]) =>
  engine.render(compileEmail(documentOf(...content), undefined, lookOf(brand)).template, DATA);

describe('BR2: blocks look like the brand where they say nothing themselves', () => {
  it.each<[string, object, string[]]>([
    [
      'buttons',
      node('button', { text: 'Go', url: 'https://a.example' }),
      ['#0b6b5c', 'color:#ffffff', 'border-radius:8px'],
    ],
    ['headings', node('heading', { level: 2 }, text('Hello')), ['color:#112233', 'font-family:Georgia']],
    ['texts', node('paragraph', {}, text('Hello')), ['color:#223344', "'Times New Roman'"]],
    [
      'links',
      node('paragraph', {}, text('Hello', [{ type: 'link', attrs: { href: 'https://a.example' } }])),
      ['color:#0b6b5c'],
    ],
    ['logos', node('logo'), ['src="https://acme.example.com/logo.png"', 'alt="Acme"']],
    ['sections', node('section', {}, node('paragraph', {}, text('Hello'))), ['background-color:#fffdf5']],
    [
      'footers',
      node('footer'),
      ['Acme Inc.<br>1 Main Street<br><a href="https://notify.example.com/u/token"', '>Unsubscribe</a>'],
    ],
  ])('%s', (_what, block, expected) => {
    const html = rendered(ACME, block);
    for (const part of expected) expect(html).toContain(part);
  });

  it.each<[string, object, string, string]>([
    ['a button', node('button', { text: 'Go', url: 'https://a.example', buttonColor: '#ff0000' }), '#ff0000', '0b6b5c'],
    ['a corner', node('button', { text: 'Go', url: 'https://a.example', borderRadius: 'smooth' }), ':6px', ':8px'],
    ['a logo', node('logo', { src: 'https://b.example/b.png', alt: 'B' }), 'src="https://b.example/b.png"', 'acme'],
    ['a footer', node('footer', {}, text('Our own')), 'Our own', 'Acme'],
  ])('%s of its own counts', (_what, block, expected, other) => {
    const html = rendered(ACME, block);
    expect(html).toContain(expected);
    expect(html).not.toContain(other);
  });

  it('the document around them has its background and its font', () => {
    expect(emailDocument('', lookOf(ACME))).toContain('background-color:#fffdf5;color:#223344');
  });

  it('layouts of blocks have it, too', () => {
    const layout = documentOf(
      node('logo'),
      node('paragraph', {}, { type: 'variable', attrs: { id: 'content' } }),
      node('footer'),
    );
    const framed = frameBody(
      layout,
      '<p>Hello</p>',
      { ...DATA, brand: ACME },
      engine,
      new RenderBudget(defaultRenderLimits),
    );
    expect(framed.ok && plainText(framed.html)).toMatch(/Hello[^]*Acme Inc\.\n1 Main Street\nUnsubscribe/);
  });

  it('without a brand everything is as it was', () => {
    expect([undefined, null, {}, 'x', []].map(lookOf)).toEqual(Array.from({ length: 5 }, () => PLAIN_LOOK));
    expect(rendered({ name: 'Acme' }, node('footer'), node('logo'))).not.toContain('<img');
  });

  it('one brand after another does not get the look of the other', () => {
    const button = node('button', { text: 'Go', url: 'https://a.example' });
    expect(rendered({ color: '#111111' }, button)).toContain('#111111');
    expect(rendered({ color: '#222222' }, button)).not.toContain('#111111');
  });
});

describe('BR3: what is not safe is left out', () => {
  it.each<[string, object]>([
    ['a colour', { color: 'red;background:url(x)' }],
    ['a colour in another form', { color: '#abc' }],
    ['a font', { font: 'Arial;} body{display:none' }],
    ['a font with quotes', { font: 'Arial", serif' }],
    ['a logo that runs', { logoUrl: 'javascript:alert(1)' }],
    ['a logo in data', { logoUrl: 'data:image/svg+xml,<svg/>' }],
    ['a radius', { radius: 'x' }],
    ['a footer', { footer: 'x' }],
  ])('%s', (_what, brand) => {
    const { key: _key, ...look } = lookOf(brand);
    const { key: _plain, ...plain } = PLAIN_LOOK;
    expect(look).toEqual(plain);
  });

  it('markup and templates in the footer and the name are text', () => {
    const brand = {
      name: '"><script>{{subscriber.email}}',
      logoUrl: 'https://a.example/{{subscriber.email}}.png',
      footer: { address: '<b>{{subscriber.email}}</b>{% if %}' },
    };
    const html = rendered(brand, node('logo'), node('footer'));
    expect(html).toContain('&lt;b&gt;&#123;&#123;subscriber.email}}&lt;/b&gt;&#123;% if %}');
    expect(html).not.toContain('<script>');
  });
});

it.each([
  [undefined, '<html lang="en" xmlns'],
  ['de_AT', '<html lang="de-AT" xmlns'],
  ['ar', '<html lang="ar" dir="rtl" xmlns'],
  ['az_Arab', '<html lang="az-Arab" dir="rtl" xmlns'],
  ['"><script>', '<html lang="" xmlns'],
])('BL20: a document in %s begins with %s', (locale, beginning) => {
  expect(emailDocument('x', PLAIN_LOOK, locale)).toContain(beginning);
});
