import { documentOf, type EditorNode, node, paragraph, text, variable } from './nodes.js';

const IMAGE = 'https://images.example.com/shoes.png';
const list = (type: string, ...items: (string | EditorNode[])[]): EditorNode =>
  node(
    type,
    {},
    ...items.map((item) => node('listItem', {}, ...(typeof item === 'string' ? [paragraph(item)] : item))),
  );

/** What the golden documents are rendered with. */
export const GOLDEN_DATA = {
  subscriber: { firstName: 'Ada', lastName: 'Lovelace' },
  payload: {
    order: { id: 'A-1042', url: 'https://shop.example.com/orders/A-1042?from=mail&x=1', total: 45.5 },
    items: [
      { name: 'Running shoes', price: 40, image: IMAGE, url: 'https://shop.example.com/shoes', tags: ['new', 'blue'] },
      { name: 'Socks <b>&</b> laces', price: 5.5, image: 'javascript:alert(1)', url: 'javascript:alert(1)', tags: [] },
    ],
    isPaid: true,
    isLate: 'false',
    note: 'Leave it <i>at</i> the "door" & ring',
    button: 'Track your parcel',
    image: IMAGE,
    evil: 'javascript:alert(document.domain)',
  },
  steps: {
    'digest-step': {
      eventCount: 5,
      events: [
        { payload: { userName: 'Grace', comment: 'Well done' } },
        { payload: { userName: 'Alan', comment: 'Me too' } },
        { payload: { userName: 'Edsger', comment: 'Hm' } },
        { payload: { userName: 'Barbara', comment: 'Fine' } },
      ],
    },
  },
};

/** One document for each kind of node and mark, and some as they come from the editor. */
export const GOLDEN: Readonly<Record<string, string>> = {
  paragraph: documentOf(
    paragraph('A paragraph with & < > " and two  spaces.'),
    paragraph(),
    node('paragraph', { textAlign: 'center' }, text('In the middle')),
    node('paragraph', { textAlign: 'right' }, text('At the right')),
    node('paragraph', { textDirection: 'rtl' }, text('שלום עולם')),
    paragraph('First line', node('hardBreak'), 'second line'),
    paragraph(),
  ),
  heading: documentOf(
    ...[1, 2, 3].map((level) => node('heading', { level }, text(`Heading ${level}`))),
    node('heading', { level: 2, textAlign: 'center' }, text('Heading for '), variable('subscriber.firstName')),
    paragraph('A paragraph below it.'),
  ),
  marks: documentOf(
    ...['bold', 'italic', 'underline', 'strike', 'code', 'subscript', 'superscript'].map((mark) =>
      paragraph('Some ', text(mark, mark), ' text'),
    ),
    paragraph(
      text('Red and bold', ['textStyle', { color: '#dc2626' }], 'bold'),
      ' and ',
      text('marked', ['highlight', { color: '#fde68a' }]),
    ),
    paragraph(
      'A ',
      text('link', ['link', { href: 'https://example.com/?a=1&b=2', target: '_blank' }]),
      ', ',
      text('mail', ['link', { href: 'mailto:help@example.com' }]),
      ', ',
      text('phone', ['link', { href: 'tel:+15550100' }], 'italic'),
      ' and ',
      text('a link from data', ['link', { href: 'payload.order.url', isUrlVariable: true }]),
      '.',
    ),
    paragraph(
      text('Not a link', ['link', { href: 'javascript:alert(1)' }]),
      ' and ',
      text('neither', ['link', { href: 'payload.evil', isUrlVariable: true }]),
    ),
  ),
  lists: documentOf(
    list('bulletList', 'Apples', 'Pears', [paragraph('Nuts:'), list('bulletList', 'Walnuts', 'Almonds')]),
    list('orderedList', 'Order', 'Wait', 'Unpack'),
    paragraph('After the lists.'),
  ),
  quotes: documentOf(
    node('blockquote', {}, paragraph('What is worth doing'), paragraph('is worth doing well.')),
    node('codeBlock', {}, text('npm ci\nnpm test')),
    paragraph('After it.'),
  ),
  image: documentOf(
    node('image', { src: IMAGE, alt: 'Shoes', width: 320, height: 'auto', alignment: 'center' }),
    node('image', {
      src: 'payload.image',
      isSrcVariable: true,
      alt: 'From data',
      width: '160',
      alignment: 'left',
      borderRadius: 16,
    }),
    node('image', {
      src: IMAGE,
      alt: 'Wide',
      alignment: 'right',
      externalLink: 'payload.order.url',
      isExternalLinkVariable: true,
    }),
    node('image', { src: 'payload.evil', isSrcVariable: true, alt: 'Evil' }),
    paragraph(
      'A small ',
      node('inlineImage', { src: IMAGE, width: 24, height: 24, alt: 'shoe', externalLink: 'https://example.com' }),
      ' in a line.',
    ),
  ),
  logo: documentOf(
    node('logo', { src: IMAGE, alt: 'Shop', size: 'sm', alignment: 'left' }),
    node('logo', { src: IMAGE, size: 'lg', alignment: 'center' }),
    paragraph('Below the logos.'),
  ),
  button: documentOf(
    node('button', {
      text: 'Buy now',
      url: 'https://shop.example.com',
      variant: 'filled',
      borderRadius: 'smooth',
      alignment: 'left',
    }),
    node('button', {
      text: 'payload.button',
      isTextVariable: true,
      url: 'payload.order.url',
      isUrlVariable: true,
      variant: 'filled',
      buttonColor: '#1d4ed8',
      textColor: '#ffffff',
      borderRadius: 'round',
      alignment: 'center',
    }),
    node('button', {
      text: 'Outline',
      url: 'https://shop.example.com',
      variant: 'outline',
      buttonColor: '#15803d',
      textColor: '#15803d',
      borderRadius: 'sharp',
      alignment: 'right',
      paddingLeft: 12,
      paddingRight: 12,
    }),
    node('button', { text: 'Evil', url: 'payload.evil', isUrlVariable: true, variant: 'filled' }),
    paragraph('Below the buttons.'),
  ),
  linkCard: documentOf(
    node('linkCard', {
      title: 'The new collection',
      description: 'Light shoes for long ways.',
      link: 'https://shop.example.com/new',
      linkTitle: 'Look at it',
      image: IMAGE,
      badgeText: 'New',
      subTitle: '',
    }),
    node('linkCard', {
      title: 'No image',
      description: 'And a subtitle.',
      link: 'https://example.com',
      linkTitle: '',
      image: '',
      badgeText: '',
      subTitle: 'small',
    }),
    paragraph('Below the cards.'),
  ),
  section: documentOf(
    node(
      'section',
      {
        backgroundColor: '#f1f5f9',
        borderRadius: 12,
        borderWidth: 2,
        borderColor: '#94a3b8',
        paddingTop: 16,
        paddingRight: 16,
        paddingBottom: 16,
        paddingLeft: 16,
        marginTop: 8,
        marginBottom: 24,
        align: 'center',
      },
      node('heading', { level: 3 }, text('In a section')),
      paragraph('Centred, with a border and a background.'),
      node('paragraph', { textAlign: 'left' }, text('Left all the same.')),
    ),
    node(
      'section',
      {
        backgroundColor: '#1e293b',
        borderWidth: 0,
        paddingTop: 12,
        paddingRight: 12,
        paddingBottom: 12,
        paddingLeft: 12,
      },
      paragraph(text('Light on dark', ['textStyle', { color: '#f8fafc' }])),
    ),
  ),
  columns: documentOf(
    node(
      'columns',
      { gap: 16 },
      node(
        'column',
        { width: 'auto' },
        node('image', { src: IMAGE, alt: 'Shoes', width: 280 }),
        paragraph('The left column has an image and a text.'),
      ),
      node(
        'column',
        { width: 'auto', verticalAlign: 'middle' },
        paragraph('The right one stands in the middle.'),
        node('button', { text: 'Buy', url: 'https://example.com', variant: 'filled' }),
      ),
    ),
    node('spacer', { height: 24 }),
    node(
      'columns',
      {},
      ...['One', 'Two', 'Three'].map((name) =>
        node(
          'column',
          { width: 'auto' },
          node('heading', { level: 3 }, text(name)),
          paragraph(`Text of column ${name}.`),
        ),
      ),
    ),
    node('spacer', { height: 24 }),
    node(
      'columns',
      {},
      node('column', { width: 30 }, paragraph('30 percent')),
      node('column', { width: 70 }, paragraph('70 percent of the width')),
    ),
  ),
  dividers: documentOf(
    paragraph('Before the line.'),
    node('horizontalRule'),
    paragraph('Between line and space.'),
    node('spacer', { height: 'xl' }),
    paragraph('After the space.'),
    node(
      'footer',
      { textAlign: 'center' },
      text('You get this because you ordered. '),
      text('Unsubscribe', ['link', { href: 'https://example.com/u' }]),
    ),
  ),
  repeat: documentOf(
    paragraph('Your items:'),
    node(
      'repeat',
      { each: 'payload.items', showIfKey: null },
      node('heading', { level: 3 }, variable('payload.items.name')),
      paragraph(
        'Price: ',
        variable('current.price', { aliasFor: 'payload.items.price' }),
        ' of order ',
        variable('payload.order.id'),
        ', {{ payload.items.name | upcase }}',
      ),
      node('repeat', { each: 'current.tags' }, paragraph(variable('current'), ' of ', variable('payload.items.name'))),
      node('button', {
        text: 'payload.items.name',
        isTextVariable: true,
        url: 'payload.items.url',
        isUrlVariable: true,
        variant: 'filled',
      }),
      node('image', { src: 'payload.items.image', isSrcVariable: true, alt: 'Item', width: 120, alignment: 'left' }),
    ),
    paragraph('That is all.'),
    node('for', { each: 'payload.items', iterations: 1 }, paragraph('Only the first: ', variable('current.name'))),
    node('repeat', { each: 'payload.nothing' }, paragraph('Never shown')),
  ),
  show: documentOf(
    node('paragraph', { showIfKey: 'payload.isPaid' }, text('Paid.')),
    node('paragraph', { showIfKey: 'payload.isLate' }, text('Late.')),
    node('section', { showIfKey: 'payload.missing', borderWidth: 0 }, paragraph('Missing.')),
    node('show', { when: 'payload.isPaid' }, paragraph('Thank you.')),
    node('button', { text: 'Pay', url: 'https://example.com', showIfKey: 'payload.isUnpaid' }),
    paragraph('The end.'),
  ),
  variables: documentOf(
    paragraph(
      'Hello ',
      variable('subscriber.firstName'),
      ' ',
      variable('payload.middleName', { fallback: 'O\'Neil "}}" & co' }),
      '!',
    ),
    paragraph('Note: ', variable('payload.note')),
    paragraph(
      'Filters: ',
      variable('payload.order.total | times: 2 | round'),
      ', ',
      variable('payload.items | map: "name" | toSentence'),
    ),
    paragraph('In a text: {{ payload.order.id | downcase }} & {{ subscriber.lastName }}'),
    paragraph(text('', 'bold'), {
      ...variable('subscriber.firstName'),
      marks: [{ type: 'bold' }, { type: 'link', attrs: { href: 'payload.order.url', isUrlVariable: true } }],
    }),
  ),
  html: documentOf(
    node(
      'htmlCodeBlock',
      { language: 'html' },
      text(
        '<html><head><title>No</title><style>.box{color:#b91c1c}</style></head><body><div class="box" onclick="evil()">Markup of <b>',
      ),
      variable('subscriber.firstName'),
      text(
        '</b> {{ payload.note }}</div><script>evil()</script><a href="javascript:evil()">here</a><a href="{{ payload.order.url }}">there</a></body></html>',
      ),
    ),
    paragraph('Below the markup.'),
  ),
  digest: documentOf(
    node(
      'section',
      { showIfKey: null, backgroundColor: '#FFFFFF', borderWidth: 0 },
      node(
        'repeat',
        { each: 'steps.digest-step.events', isUpdatingKey: false, showIfKey: null, iterations: 3 },
        paragraph(
          variable('current.payload.userName', { aliasFor: 'steps.digest-step.events.payload.userName' }),
          ' commented: ',
          variable('current.payload.comment', { aliasFor: 'steps.digest-step.events.payload.comment' }),
        ),
        paragraph(),
      ),
      paragraph(variable("steps.digest-step.eventCount | minus: 3 | pluralize: 'more comment', ''")),
    ),
  ),
  unknown: documentOf(
    node('carousel', {}, paragraph('Inside of something unknown'), node('slide', {}, text('and a text'))),
    paragraph(text('An unknown mark', 'sparkle')),
  ),
  email: documentOf(
    node('logo', { src: IMAGE, alt: 'Shop', size: 'md', alignment: 'center' }),
    node('spacer', { height: 16 }),
    node('heading', { level: 1, textAlign: 'center' }, text('Your order is on its way')),
    paragraph('Hello ', variable('subscriber.firstName', { fallback: 'there' }), ','),
    paragraph(
      'order ',
      text('A-1042', 'bold'),
      ' has left our house. It should reach you on ',
      text('Thursday', 'underline'),
      '.',
    ),
    node(
      'section',
      {
        backgroundColor: '#f8fafc',
        borderColor: '#e2e8f0',
        borderRadius: 8,
        paddingTop: 16,
        paddingRight: 16,
        paddingBottom: 16,
        paddingLeft: 16,
      },
      node(
        'repeat',
        { each: 'payload.items' },
        node(
          'columns',
          { gap: 12 },
          node('column', { width: 25 }, node('image', { src: IMAGE, alt: 'Item', width: 110 })),
          node(
            'column',
            { width: 75, verticalAlign: 'middle' },
            paragraph(variable('payload.items.name')),
            paragraph('{{ payload.items.price }} EUR'),
          ),
        ),
      ),
    ),
    node('spacer', { height: 24 }),
    node('button', {
      text: 'Track your parcel',
      url: 'payload.order.url',
      isUrlVariable: true,
      variant: 'filled',
      buttonColor: '#0f766e',
      borderRadius: 'smooth',
      alignment: 'center',
    }),
    node('horizontalRule'),
    node(
      'footer',
      { textAlign: 'center' },
      text('Shop Ltd, 1 Main Street. '),
      text('Preferences', ['link', { href: 'https://example.com/p' }]),
    ),
    paragraph(),
  ),
};
