import { documentOf, IMAGE, node, paragraph, text, variable } from './nodes.js';

/** Documents that show data: variables, repeated and conditional parts, digests, and one as it comes from the editor. */
export const DATA_DOCUMENTS: Readonly<Record<string, string>> = {
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
