import fc from 'fast-check';
import { frameBody, takesContent } from '../email/email-content.js';
import { plainText } from '../email/plain-text.js';
import { createTemplateEngines, type TemplateScope } from '../liquid-engine.js';
import { defaultRenderLimits, RenderBudget } from '../render-limits.js';
import { TemplateError } from '../template-error.js';
import { checkTemplate, templateVariables } from '../template-variables.js';
import { translationKeys } from '../translations/missing-keys.js';
import { Translations } from '../translations/translations.js';
import { imageAddress, linkAddress } from './addresses.js';
import { compileCard, readCard } from './card.js';
import { isBlockBody, isBlockDocument, MAX_DEPTH, MAX_NODES } from './document.js';
import { compileEmail } from './email.js';
import { GOLDEN_DATA } from './testing/documents.js';
import { documentOf, type EditorNode, node, paragraph, text, variable } from './testing/nodes.js';

const engines = createTemplateEngines();
const html = (document: string, data: TemplateScope = GOLDEN_DATA): string =>
  engines.html.render(compileEmail(document).template, data);
const card = (document: string, data: TemplateScope = GOLDEN_DATA): ReturnType<typeof readCard> =>
  readCard(engines.plain.render(compileCard(document).template, data));

const TAG = /<([a-z][a-z\d-]*)((?:\s+[^\s=>"'<]+(?:="[^"]*")?)*)\s*\/?>/gi;
const RUNNING = /^(?:script|iframe|object|embed|form|svg|math|base|meta|link)$/i;
const ADDRESS = /^(?:https?:|mailto:|tel:|#$|$)/i;

/** What a mail client could run or fetch: elements, handlers, addresses. Every `<` must begin or end an element. */
function running(markup: string): string[] {
  const found: string[] = [];
  const rest = markup.replace(TAG, (_tag, name: string, attributes: string) => {
    if (RUNNING.test(name)) found.push(name);
    for (const [, key = '', value = ''] of attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
      if (/^on/i.test(key)) found.push(key);
      if (/^(?:href|src|background|action)$/i.test(key) && !ADDRESS.test(value)) found.push(`${key}=${value}`);
      if (key === 'style' && /javascript|expression|url\(/i.test(value)) found.push(value);
    }
    return '';
  });
  return [
    ...found,
    ...(rest.replace(/<\/[a-z\d]+>|<!--\[(?:if mso\]>|endif\]-->)|<!\[endif\]-->/gi, '').match(/<.{0,40}/g) ?? []),
  ];
}

describe('documents of blocks', () => {
  it.each([
    ['a document', '{"type":"doc","content":[]}', true],
    ['a document with spaces', ' {\n "type": "doc", "content": [] }', true],
    ['another type', '{"type":"paragraph","content":[]}', false],
    ['no content', '{"type":"doc"}', false],
    ['a template', '{{content}}', false],
    ['broken JSON', '{"type":"doc","content":[', false],
    ['HTML', '<p>{"type":"doc"}</p>', false],
  ])('BL1: %s', (_name, body, expected) => {
    expect(isBlockDocument(body)).toBe(expected);
    expect(isBlockBody({ body })).toBe(expected);
    expect(isBlockBody({ body, editorType: 'html' })).toBe(expected);
    expect(isBlockBody({ body, editorType: 'text' })).toBe(false);
  });

  const nested = (depth: number): EditorNode => (depth === 0 ? text('x') : node('section', {}, nested(depth - 1)));
  it.each([
    ['too deep', documentOf(nested(MAX_DEPTH + 1)), /content\.0.*: is nested more than 32 levels deep/],
    [
      '100,000 levels',
      `{"type":"doc","content":[${'{"content":['.repeat(100_000)}${']}'.repeat(100_000)}]}`,
      /levels deep/,
    ],
    [
      'too many nodes',
      documentOf(...Array.from({ length: MAX_NODES }, () => paragraph())),
      /content\.1999: .*2000 nodes/,
    ],
    ['too many marks', documentOf(text('x', ...Array<string>(21).fill('bold'))), /content\.0: has more than 20 marks/],
    ['a node that is none', '{"type":"doc","content":[7]}', /content\.0: must be an object/],
    [
      'content that is not a list',
      '{"type":"doc","content":[{"type":"paragraph","content":"x"}]}',
      /content\.0\.content: must be a list/,
    ],
  ])('BL3: a document with %s is refused, naming the place', (_name, document, message) => {
    const error = checkTemplate(document, 'body');
    expect(error).toBeInstanceOf(TemplateError);
    expect(error?.message).toMatch(message);
    expect(error?.message.length).toBeLessThan(310);
  });

  it('BL3: an error in a template names the node, not a line of what was compiled', () => {
    const document = documentOf(
      paragraph('fine'),
      node('section', {}, paragraph('Hi ', variable('payload.x | nothing'))),
    );
    expect(checkTemplate(document)).toMatchObject({
      message: 'content.1.content.0.content.1: undefined filter: nothing',
      line: undefined,
    });
  });

  it('BL2: what has no effect is warned of', () => {
    const document = documentOf(
      node('carousel', {}, paragraph('shown')),
      paragraph(text('x', 'sparkle', ['link', { href: 'javascript:x' }])),
      node('button', { text: 'Go', url: 'data:text/html,x' }),
    );
    expect(compileEmail(document).warnings.map(({ path, message }) => `${path} ${message}`)).toEqual([
      "content.0 'carousel' is unknown here; what is in it is shown without it",
      "content.1.content.0 mark 'sparkle' is unknown; the text is shown without it",
      'content.1.content.0 a link needs an http, https, mailto or tel address; the text is shown without it',
      'content.2 a link needs an http, https, mailto or tel address; a button without one leads nowhere',
    ]);
    expect(html(document)).toContain('shown');
  });

  it('BL4: what a document reads is known, in loops as well, and which translations it uses', () => {
    const document = documentOf(
      paragraph('{{ t.hello }} ', variable('payload.name | upcase', { fallback: 'x' })),
      node(
        'repeat',
        { each: 'payload.items', showIfKey: 'payload.any' },
        paragraph(variable('current.title'), variable('payload.items.price')),
      ),
      node('button', { text: 't.go', isTextVariable: true, url: 'https://x.example/{{ payload.id }}' }),
    );
    expect(
      templateVariables(document)
        .map((path) => path.join('.'))
        .toSorted(),
    ).toEqual([
      'payload.any',
      'payload.id',
      'payload.items.*',
      'payload.items.*.price',
      'payload.items.*.title',
      'payload.name',
      't.go',
      't.hello',
    ]);
    expect(translationKeys([{ body: document }])).toEqual(['go', 'hello']);
    const t = new Translations([{ hello: 'Hallo {{ payload.name }}', go: 'Los' }]);
    expect(plainText(html(document, { payload: { name: '<Ada>', id: 7 }, t }))).toContain('Hallo <Ada> <ADA>');
  });

  it('BL5: a layout of blocks frames a body, of blocks or not, without a paragraph around it', () => {
    const layout = documentOf(paragraph('Above'), paragraph(variable('content')), node('footer', {}, text('Below')));
    const frame = (body: string): ReturnType<typeof frameBody> =>
      frameBody(layout, body, GOLDEN_DATA, engines.html, new RenderBudget(defaultRenderLimits));
    expect(takesContent(layout)).toBe(true);
    expect(takesContent(documentOf(paragraph('No place')))).toBe(false);
    const framed = frame(html(documentOf(paragraph('Inside & out'))));
    expect(framed).toMatchObject({
      ok: true,
      html: expect.stringMatching(/<!doctype html>[^]*<div style[^>]*><?[^]*<p [^>]*>Inside &amp; out<\/p><\/div>/),
    });
    expect(framed.ok && plainText(framed.html)).toBe('Above\n\nInside & out\n\nBelow');
  });

  it('BL6: conditions take what editors mean by false for false', () => {
    const shown = (value: unknown): boolean =>
      html(documentOf(node('paragraph', { showIfKey: 'payload.x' }, text('yes'))), { payload: { x: value } }).includes(
        'yes',
      );
    expect([false, 'false', 'False', null, undefined, '', ' ', 0, '0', 'null'].filter(shown)).toEqual([]);
    expect([true, 'true', 1, 'no', [], {}].filter((value) => !shown(value))).toEqual([]);
  });

  it('BL7: values are never templates, so that they cannot refer to each other', () => {
    const payload = { a: '{{ payload.b }}', b: '{{ payload.a }}', url: '{{ payload.b }}', items: ['{% for %}'] };
    const document = documentOf(
      paragraph(variable('payload.a'), '|', variable('payload.missing', { fallback: '{{ payload.b }}' })),
      node('repeat', { each: 'payload.items' }, paragraph(variable('current'))),
      node('button', { text: 'payload.a', isTextVariable: true, url: 'payload.url', isUrlVariable: true }),
    );
    expect(plainText(html(document, { payload }))).toBe(
      '{{ payload.b }}|{{ payload.b }}\n\n{% for %}\n\n{{ payload.b }}',
    );
  });

  it('BL7: loops are bounded like all templates', () => {
    const loop = (each: string, ...content: EditorNode[]): EditorNode => node('repeat', { each }, ...content);
    const items = Array.from({ length: 2000 }, (_entry, index) => index);
    const document = documentOf(loop('payload.items', loop('payload.items', loop('payload.items', paragraph('x')))));
    expect(() => html(document, { payload: { items } })).toThrow(TemplateError);
  });

  it.each([
    ['https://a.example/x y', 'https://a.example/x%20y'],
    ['http://a.example', 'http://a.example'],
    ['shop.example.com/new', 'https://shop.example.com/new'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:+15550100', 'tel:+15550100'],
    ['javascript:alert(1)', undefined],
    ['JavaScript:alert(1)', undefined],
    ['java\nscript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['vbscript:x', undefined],
    ['//evil.example', undefined],
    ['/path', undefined],
    ['https:///x', undefined],
    ['', undefined],
  ])('BL8: the address %j is %j', (given, expected) => {
    expect(linkAddress(given)).toBe(expected);
    expect(imageAddress(given)).toBe(expected?.startsWith('http') ? expected : undefined);
  });

  it('BL8: nothing in data runs, whatever filters an author uses', () => {
    const evil = '"><script>alert(1)</script><a href="javascript:alert(2)" onclick="x';
    const payload = { evil, url: 'javascript:alert(3)', style: 'red;background:url(javascript:x)' };
    const document = documentOf(
      paragraph(variable('payload.evil')),
      node('image', {
        src: 'payload.url',
        isSrcVariable: true,
        alt: '{{ payload.evil | raw }}',
        title: '{{ payload.evil }}',
      }),
      node('image', { src: 'https://x.example/{{ payload.evil | raw }}', externalLink: '{{ payload.url | raw }}' }),
      node('button', { text: '{{ payload.evil }}', url: '{{ payload.url }}', buttonColor: 'red;x:expression(1)' }),
      paragraph(text('x', ['link', { href: ' {{ payload.url }}' }], ['textStyle', { color: '{{ payload.style }}' }])),
      node('linkCard', {
        title: '{{ payload.evil }}',
        link: 'payload.url',
        isLinkVariable: true,
        image: '{{ payload.url }}',
      }),
      node(
        'htmlCodeBlock',
        {},
        text(
          '<script>x</script><p onclick="x">{{ payload.evil | raw }}</p><a href="{{ payload.url }}">x</a><svg onload="x">',
        ),
      ),
    );
    expect(running(html(document, { payload }))).toEqual([]);
    expect(running('<p onclick="x"><script></script><a href="data:x">')).toHaveLength(3);
  });

  it('BL9: a chat message is a card, and the same as a text', () => {
    const document = documentOf(
      node('heading', { level: 2 }, text('Build failed')),
      paragraph(
        'Hi ',
        variable('subscriber.firstName'),
        ', ',
        text('look', 'bold', ['link', { href: 'https://ci.example.com' }]),
        node('hardBreak'),
        'now "please"',
      ),
      node('bulletList', {}, node('listItem', {}, paragraph('one')), node('listItem', {}, paragraph('two'))),
      node('blockquote', {}, paragraph('quoted')),
      node(
        'repeat',
        { each: 'payload.items' },
        paragraph(variable('payload.items.name')),
        node('image', { src: 'payload.items.image', isSrcVariable: true, alt: 'Item' }),
      ),
      node('horizontalRule'),
      node('cardButton', { label: 'Open', url: 'payload.order.url' }),
      node('button', { text: 'Evil', url: 'payload.evil', isUrlVariable: true }),
      node('button', { text: 'Close', url: 'https://ci.example.com/close' }),
      node('paragraph', { showIfKey: 'payload.isLate' }, text('never')),
    );
    const { card: made, text: written } = card(document);
    expect(made.children).toEqual([
      { type: 'text', content: '**Build failed**' },
      { type: 'text', content: 'Hi Ada, [**look**](https://ci.example.com)\nnow "please"' },
      { type: 'text', content: '- one\n- two' },
      { type: 'text', content: '> quoted' },
      { type: 'text', content: 'Running shoes' },
      { type: 'image', url: 'https://images.example.com/shoes.png', alt: 'Item' },
      { type: 'text', content: 'Socks <b>&</b> laces' },
      { type: 'divider' },
      {
        type: 'actions',
        children: [
          { type: 'link-button', label: 'Open', url: 'https://shop.example.com/orders/A-1042?from=mail&x=1' },
          { type: 'link-button', label: 'Close', url: 'https://ci.example.com/close' },
        ],
      },
    ]);
    expect(written).toContain(
      'Open: https://shop.example.com/orders/A-1042?from=mail&x=1\nClose: https://ci.example.com/close',
    );
  });
});

describe('documents as a generator makes them', () => {
  const BOXES = [
    'section',
    'blockquote',
    'repeat',
    'for',
    'show',
    'bulletList',
    'orderedList',
    'listItem',
    'columns',
    'column',
    'carousel',
    'doc',
  ];
  const LEAVES = [
    'image',
    'logo',
    'button',
    'cardButton',
    'linkCard',
    'spacer',
    'horizontalRule',
    'hardBreak',
    'inlineImage',
  ];
  const LINES = ['paragraph', 'heading', 'footer', 'codeBlock', 'sparkles'];
  const MARKS = ['bold', 'italic', 'underline', 'strike', 'code', 'link', 'textStyle', 'highlight', 'glow'];
  /** Values of attributes, of wrong types too, and hostile. */
  const value = fc.oneof(
    fc.constantFrom<unknown>(
      'payload.evil',
      'payload.items',
      'payload.order.url',
      'current.name',
      '{{ payload.note }}',
      '{{ payload.evil | raw }}',
      'javascript:alert(1)',
      'https://example.com/a?b=c&d',
      '" onerror="x',
      '<script>x</script>',
      'center',
      'red',
      '#fff;x',
      'sm',
      12,
      -5,
      1e9,
      '20px',
      true,
      null,
      [],
      {},
    ),
    fc.integer(),
    fc.string({ maxLength: 12 }).filter((one) => !/\{[{%]/.test(one)),
  );
  const NAMES = [
    'src',
    'url',
    'href',
    'text',
    'label',
    'alt',
    'title',
    'link',
    'image',
    'width',
    'height',
    'align',
    'alignment',
    'textAlign',
    'color',
    'backgroundColor',
    'borderRadius',
    'paddingTop',
    'gap',
    'level',
    'size',
    'iterations',
    'isUrlVariable',
    'isSrcVariable',
    'isTextVariable',
    'verticalAlign',
  ];
  const attrs = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 6 });
  /** Texts with a number each, so that every one can be found again. */
  const textNode = fc
    .record({
      at: fc.integer({ min: 1, max: 1e9 }),
      more: fc.constantFrom('', ' & <b>', ' "x"', "'", ' <script>alert(1)</script>', ' }} %}'),
    })
    .chain(({ at, more }) =>
      fc
        .array(fc.tuple(fc.constantFrom(...MARKS), attrs), { maxLength: 3 })
        .map((marks): EditorNode => text(`word${at}end${more}`, ...marks)),
    );
  const inline = fc.oneof(
    { weight: 3, arbitrary: textNode },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          'payload.note',
          'subscriber.firstName | upcase',
          'payload.nothing',
          'current.name',
          'payload.items.name',
        )
        .map((id) => variable(id, { fallback: 'a}}\'"b' })),
    },
    { weight: 1, arbitrary: attrs.map((one) => node('inlineImage', one)) },
  );
  const { block } = fc.letrec<{ block: EditorNode }>((tie) => ({
    block: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc
        .tuple(fc.constantFrom(...LINES), attrs, fc.array(inline, { maxLength: 4 }))
        .map(([type, one, content]) => node(type, one, ...content)),
      fc.tuple(fc.constantFrom(...LEAVES), attrs).map(([type, one]) => node(type, one)),
      fc
        .tuple(
          fc.constantFrom(...BOXES),
          attrs,
          fc.constantFrom('payload.items', 'current.tags', 'payload.items | reverse', '{{ payload.items }}'),
          fc.array(tie('block'), { maxLength: 4 }),
        )
        .map(([type, one, each, content]) =>
          node(type, { ...one, ...(type === 'repeat' || type === 'for' ? { each } : {}) }, ...content),
        ),
    ),
  }));
  const documents = fc.array(block, { maxLength: 8 });

  /** The texts that are shown: all, but for those in a loop within another one, which may be over an empty list. */
  function textsIn(nodes: readonly EditorNode[], loops = 0): string[] {
    return nodes.flatMap(({ type, text: own, content = [] }) => {
      const within = loops + (type === 'repeat' || type === 'for' ? 1 : 0);
      return [
        ...(own !== undefined && loops < 1 ? [/word\d+end/.exec(own)?.[0] ?? ''] : []),
        ...textsIn(content, within),
      ];
    });
  }

  it('BL10: 500 random documents are rendered within bounds, with every text and without anything that runs', () => {
    let steps = 0;
    fc.assert(
      fc.property(documents, (content) => {
        const document = documentOf(...content);
        // A flag may make any text a variable, and one that is not an expression is its author's mistake, such as `!`.
        fc.pre(checkTemplate(document) === undefined);
        const budget = new RenderBudget(defaultRenderLimits);
        const markup = engines.html.render(compileEmail(document).template, GOLDEN_DATA, { budget });
        const shown = plainText(markup);
        for (const word of textsIn(content)) expect(markup).toContain(word);
        expect(running(markup)).toEqual([]);
        expect(shown).not.toContain('{{');
        steps = Math.max(steps, budget.used);
        const message = card(document);
        expect(JSON.stringify(message.card)).not.toMatch(/"url":"(?!https?:|mailto:|tel:)/);
      }),
      { numRuns: 500 },
    );
    expect(steps).toBeLessThan(defaultRenderLimits.steps / 10);
  });
});
