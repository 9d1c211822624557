import { documentOf, type EditorNode, IMAGE, node, paragraph, text, variable } from './nodes.js';

const list = (type: string, ...items: (string | EditorNode[])[]): EditorNode =>
  node(
    type,
    {},
    ...items.map((item) => node('listItem', {}, ...(typeof item === 'string' ? [paragraph(item)] : item))),
  );

/** Documents of text, pictures and boxes: what each kind of node and mark looks like. */
export const LAYOUT_DOCUMENTS: Readonly<Record<string, string>> = {
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
};
