/** A field of the inspector. */
export interface Field {
  /** Name of the attribute. */
  name: string;
  label: string;
  /** `template` may hold variables, a `picture` may be chosen; `list` and `condition` are paths. */
  kind: 'template' | 'picture' | 'text' | 'number' | 'color' | 'choice' | 'list' | 'condition';
  help?: string;
  /** Names the attribute that says that the value is the name of a variable. */
  flag?: string;
  max?: number;
  /** What counts where nothing is chosen. */
  standard?: string | number;
  choices?: readonly { value: string; label: string }[];
}

const choice = (name: string, label: string, choices: Record<string, string>, standard: string): Field => ({
  name,
  label,
  kind: 'choice',
  standard,
  choices: Object.entries(choices).map(([value, said]) => ({ value, label: said })),
});
const number = (name: string, label: string, standard: number | undefined, max: number): Field => ({
  name,
  label,
  kind: 'number',
  standard,
  max,
});
const color = (name: string, label: string, standard: string): Field => ({ name, label, kind: 'color', standard });
const template = (name: string, label: string, flag?: string, help?: string): Field => ({
  name,
  label,
  kind: 'template',
  flag,
  help,
});

const SIDES = { left: 'Left', center: 'Center', right: 'Right' };
const ALIGNMENT = choice('alignment', 'Alignment', SIDES, 'left');
const TEXT_ALIGNMENT = choice('textAlign', 'Alignment', { ...SIDES, justify: 'Justify' }, 'left');
const DIRECTION = choice('textDirection', 'Direction', { ltr: 'Left to right', rtl: 'Right to left' }, 'ltr');
const LINK = template('url', 'Link', 'isUrlVariable', 'Such as https://shop.example.com or {{payload.url}}');
const ALT = template('alt', 'Alternative text', 'isAltVariable', 'Read aloud, and shown while images are blocked');
const PICTURE: Field = { name: 'src', label: 'Image', kind: 'picture', flag: 'isSrcVariable' };
const SOURCE = template('src', 'Image address', 'isSrcVariable');
const PICTURE_LINK = template('externalLink', 'Link', 'isExternalLinkVariable');

const sides = (name: string, label: string, standards: readonly number[]): Field[] =>
  ['Top', 'Right', 'Bottom', 'Left'].map((side, index) =>
    number(`${name}${side}`, `${label} ${side.toLowerCase()}`, standards[index], 100),
  );

const LOOP: Field[] = [
  { name: 'each', label: 'Repeat for each of', kind: 'list', help: 'A list, such as payload.items' },
  number('iterations', 'At most', undefined, 10_000),
];

/** What an author may change of a node, by its type. */
export const FIELDS: Readonly<Record<string, readonly Field[]>> = {
  paragraph: [TEXT_ALIGNMENT, DIRECTION],
  heading: [TEXT_ALIGNMENT, DIRECTION],
  footer: [TEXT_ALIGNMENT, DIRECTION],
  orderedList: [number('start', 'First number', 1, 100_000)],
  listItem: [color('color', 'Text color', '#374151')],
  button: [
    template('text', 'Label', 'isTextVariable'),
    LINK,
    choice('variant', 'Style', { filled: 'Filled', outline: 'Outline' }, 'filled'),
    color('buttonColor', 'Color', '#000000'),
    color('textColor', 'Text color', '#ffffff'),
    choice('borderRadius', 'Corners', { sharp: 'Square', smooth: 'Rounded', round: 'Pill' }, 'sharp'),
    ALIGNMENT,
    ...sides('padding', 'Padding', [10, 32, 10, 32]),
  ],
  cardButton: [template('label', 'Label', 'isLabelVariable'), LINK],
  image: [
    PICTURE,
    SOURCE,
    ALT,
    PICTURE_LINK,
    number('width', 'Width', undefined, 584),
    { ...ALIGNMENT, standard: 'center' },
    number('borderRadius', 'Corner radius', 0, 300),
  ],
  inlineImage: [
    PICTURE,
    SOURCE,
    ALT,
    PICTURE_LINK,
    number('width', 'Width', 20, 600),
    number('height', 'Height', 20, 600),
  ],
  logo: [PICTURE, SOURCE, ALT, choice('size', 'Size', { sm: 'Small', md: 'Medium', lg: 'Large' }, 'md'), ALIGNMENT],
  linkCard: [
    template('title', 'Title', 'isTitleVariable'),
    template('subTitle', 'Subtitle', 'isSubTitleVariable'),
    template('badgeText', 'Badge', 'isBadgeTextVariable'),
    template('description', 'Description', 'isDescriptionVariable'),
    template('link', 'Link', 'isLinkVariable'),
    template('linkTitle', 'Link text', 'isLinkTitleVariable'),
    { name: 'image', label: 'Image', kind: 'picture', flag: 'isImageVariable' },
    template('image', 'Image address', 'isImageVariable'),
  ],
  section: [
    color('backgroundColor', 'Background', '#ffffff'),
    number('borderWidth', 'Border width', 1, 20),
    color('borderColor', 'Border color', '#000000'),
    number('borderRadius', 'Corner radius', 0, 100),
    choice('align', 'Alignment', SIDES, 'left'),
    ...sides('padding', 'Padding', [5, 5, 5, 5]),
    ...sides('margin', 'Margin', [0, 0, 0, 0]),
  ],
  columns: [number('gap', 'Gap', 8, 100)],
  column: [
    number('width', 'Width in percent', undefined, 100),
    choice('verticalAlign', 'Vertical alignment', { top: 'Top', middle: 'Middle', bottom: 'Bottom' }, 'top'),
  ],
  spacer: [
    choice('height', 'Height', { sm: 'Small', md: 'Medium', lg: 'Large', xl: 'Extra large' }, ''),
    number('height', 'Height in pixels', 8, 500),
  ],
  repeat: LOOP,
  for: LOOP,
  show: [{ name: 'when', label: 'Show if', kind: 'condition' }],
  variable: [
    { name: 'id', label: 'Variable', kind: 'condition', help: 'Filters follow a bar: payload.name | upcase' },
    { name: 'fallback', label: 'Fallback', kind: 'text', help: 'Shown when the variable has no value' },
  ],
};

/** What every block may have. */
export const SHOW_IF: Field = {
  name: 'showIfKey',
  label: 'Show if',
  kind: 'condition',
  help: 'Hidden when this value is missing, empty, false or 0',
};

/** Names of nodes, as people know them. */
const NAMES: Readonly<Record<string, string>> = {
  paragraph: 'Text',
  heading: 'Heading',
  footer: 'Footer',
  codeBlock: 'Code',
  htmlCodeBlock: 'HTML',
  bulletList: 'Bullet list',
  orderedList: 'Numbered list',
  listItem: 'List item',
  blockquote: 'Quote',
  section: 'Section',
  columns: 'Columns',
  column: 'Column',
  repeat: 'Repeat',
  for: 'Repeat',
  show: 'Show if',
  image: 'Image',
  inlineImage: 'Inline image',
  logo: 'Logo',
  button: 'Button',
  cardButton: 'Button',
  linkCard: 'Link card',
  horizontalRule: 'Divider',
  spacer: 'Spacer',
  variable: 'Variable',
  hardBreak: 'Line break',
};

/** What a node is called. */
export function nameOf(type: string): string {
  return NAMES[type] ?? 'Unknown block';
}
