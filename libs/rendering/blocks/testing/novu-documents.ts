import fc from 'fast-check';

type Json = Record<string, unknown>;

interface OwnDocument extends Json {
  content: unknown[];
}

const node = (type: string, attrs: Json, content: unknown[] = []): Json => ({
  type,
  attrs,
  ...(content.length > 0 && { content }),
});

const words = fc.constantFrom(
  'Your order',
  ' is on its way',
  'Hello ',
  'Total: {{payload.total}}',
  '{{t.greeting}}',
  '!',
);
const nothing = fc.constant(null);
const condition = fc.oneof({ weight: 4, arbitrary: nothing }, { weight: 1, arbitrary: fc.constant('payload.isPaid') });
const path = fc.constantFrom('subscriber.firstName', 'payload.items.name', 'current.name', 'steps.digest.eventCount');

const mark = fc.oneof(
  fc.constantFrom('bold', 'italic', 'underline', 'strike', 'code').map((type) => ({ type })),
  fc.constantFrom('#dc2626', '#111827').map((color) => ({ type: 'textStyle', attrs: { color } })),
  fc.boolean().map((isUrlVariable) => ({
    type: 'link',
    attrs: {
      href: isUrlVariable ? 'payload.url' : 'https://example.com',
      target: '_blank',
      rel: 'noopener noreferrer nofollow',
      class: null,
      isUrlVariable,
      aliasFor: null,
    },
  })),
);
const marks = fc.uniqueArray(mark, { maxLength: 3, selector: ({ type }) => type });
const marked = (one: Json, added: unknown[]): Json => ({ ...one, ...(added.length > 0 && { marks: added }) });

const text = fc.tuple(words, marks).map(([content, added]) => marked({ type: 'text', text: content }, added));
const variable = fc
  .tuple(path, fc.option(fc.constantFrom('there', ''), { nil: null }), marks)
  .map(([id, fallback, added]) =>
    marked(node('variable', { id, label: null, fallback, required: false, aliasFor: null }), added),
  );
const inlineImage = fc.constant(
  node('inlineImage', { height: 20, width: 20, src: 'https://example.com/a.png', alt: null, title: null }),
);
const line = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: text },
    { weight: 2, arbitrary: variable },
    { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
    { weight: 1, arbitrary: inlineImage },
  ),
  { maxLength: 5 },
);

const align = fc.constantFrom('left', 'center', 'right', null);
const size = fc.integer({ min: 0, max: 60 });

const leaves = [
  fc
    .tuple(align, condition, line)
    .map(([textAlign, showIfKey, content]) => node('paragraph', { textAlign, showIfKey }, content)),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), align, condition, line)
    .map(([level, textAlign, showIfKey, content]) => node('heading', { textAlign, level, showIfKey }, content)),
  fc.tuple(align, line).map(([textAlign, content]) => node('footer', { textAlign, maily: true }, content)),
  fc.tuple(fc.boolean(), align, size).map(([isVariable, alignment, paddingTop]) =>
    node('button', {
      text: isVariable ? 'payload.label' : 'Buy',
      isTextVariable: isVariable,
      url: isVariable ? 'payload.url' : 'https://example.com',
      isUrlVariable: isVariable,
      alignment,
      variant: isVariable ? 'filled' : 'outline',
      borderRadius: 'smooth',
      buttonColor: '#000000',
      textColor: '#ffffff',
      showIfKey: null,
      paddingTop,
      paddingRight: 32,
      paddingBottom: paddingTop,
      paddingLeft: 32,
      width: 'auto',
      aliasFor: null,
    }),
  ),
  fc.tuple(align, size).map(([alignment, borderRadius]) =>
    node('image', {
      src: 'https://example.com/a.png',
      alt: '',
      title: null,
      width: 'auto',
      height: 'auto',
      alignment,
      externalLink: null,
      isExternalLinkVariable: false,
      borderRadius,
      isSrcVariable: false,
      aspectRatio: null,
      lockAspectRatio: true,
      showIfKey: null,
      aliasFor: null,
    }),
  ),
  fc.constant(node('logo', { src: 'https://example.com/l.png', alt: 'Logo', size: 'sm', alignment: 'left' })),
  fc.constantFrom('sm', 'md', 24).map((height) => node('spacer', { height, showIfKey: null })),
  fc.constant({ type: 'horizontalRule' }),
  fc.constant(
    node('htmlCodeBlock', { language: 'html', activeTab: 'code', showIfKey: null }, [
      { type: 'text', text: '<b>1</b>' },
    ]),
  ),
  fc.constant(node('carousel', { slides: 3 }, [{ type: 'slide' }])),
];

const { block } = fc.letrec<{ block: Json }>((tie) => {
  const inside = fc.array(tie('block'), { minLength: 1, maxLength: 3 });
  const item = inside.map((content) => node('listItem', { color: '' }, content));
  const columns = fc.array(
    fc
      .tuple(inside, fc.constantFrom('auto', 50))
      .map(([content, width]) => node('column', { columnId: 'c1', width, verticalAlign: 'top' }, content)),
    { minLength: 1, maxLength: 3 },
  );
  const boxes = [
    inside.map((content) =>
      node('section', { borderRadius: 0, backgroundColor: '#f7f7f7', align: 'left', showIfKey: null }, content),
    ),
    inside.map((content) =>
      node('repeat', { each: 'payload.items', isUpdatingKey: false, showIfKey: null, iterations: 0 }, content),
    ),
    inside.map((content) => ({ type: 'blockquote', content })),
    columns.map((content) => node('columns', { showIfKey: null, gap: 8 }, content)),
    fc.array(item, { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'bulletList', content })),
    fc.array(item, { minLength: 1, maxLength: 3 }).map((content) => node('orderedList', { start: 1 }, content)),
  ];
  const choices = [
    ...leaves.map((arbitrary) => ({ weight: 3, arbitrary })),
    ...boxes.map((arbitrary) => ({ weight: 2, arbitrary })),
  ];
  return { block: fc.oneof({ depthSize: 'small', withCrossShrink: true }, ...choices) };
});

const novu = fc.array(block, { minLength: 1, maxLength: 8 }).map((content): OwnDocument => ({
  type: 'doc',
  content: [...content, node('paragraph', { textAlign: null, showIfKey: null })],
}));

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), block, text, mark);

const odds = fc
  .array(
    fc.oneof(
      block,
      odd,
      fc.record(
        {
          type: fc.constantFrom(
            'paragraph',
            'columns',
            'bulletList',
            'listItem',
            'text',
            'image',
            'section',
            'toString',
            7,
          ),
          attrs: odd,
          content: fc.oneof(odd, fc.array(odd, { maxLength: 4 })),
          marks: fc.oneof(odd, fc.array(odd, { maxLength: 3 })),
          text: fc.oneof(words, fc.constant(''), odd),
          extra: odd,
        },
        { requiredKeys: ['type'] },
      ),
    ),
    { maxLength: 5 },
  )
  .map((content) => JSON.parse(JSON.stringify({ type: 'doc', content })) as OwnDocument);

/** Documents as Novu's editor stores them, with the attributes that it writes. */
export function novuDocuments(numRuns: number, seed = 1): OwnDocument[] {
  return fc.sample(novu, { numRuns, seed });
}

/** Documents in which anything may stand anywhere. */
export function oddDocuments(numRuns: number, seed = 1): OwnDocument[] {
  return fc.sample(odds, { numRuns, seed });
}
