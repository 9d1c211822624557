import type { EditorNode, Members } from './members';

/** What an author may add. */
export interface Block {
  /** `heading-1`; also chooses its icon. */
  id: string;
  label: string;
  /** Other words that find it. */
  words: string;
  /** Whether chat messages know it, too. */
  inChat?: boolean;
  /** Turns a text into one, instead of adding a block. */
  turns?: boolean;
  node: EditorNode;
}

function node(type: string, own: Members | null = null, ...content: EditorNode[]): EditorNode {
  return { type, attrs: { own, kept: null }, ...(content.length > 0 && { content }) };
}

const text = (words: string): EditorNode => ({ type: 'text', text: words });
const paragraph = (): EditorNode => node('paragraph');
const column = (): EditorNode => node('column', null, paragraph());

const UNSUBSCRIBE: EditorNode = {
  type: 'text',
  text: 'Unsubscribe',
  marks: [{ type: 'link', attrs: { own: { href: 'unsubscribeUrl', isUrlVariable: true }, kept: null } }],
};

/** A box with space in it, on a pale ground. */
const BOX = {
  backgroundColor: '#f8fafc',
  borderWidth: 0,
  borderRadius: 8,
  paddingTop: 16,
  paddingRight: 16,
  paddingBottom: 16,
  paddingLeft: 16,
};

const heading = (level: number): Block => ({
  id: `heading-${level}`,
  label: `Heading ${level}`,
  words: 'title h1 h2 h3',
  inChat: true,
  turns: true,
  node: node('heading', { level }),
});

/** In the order of the menu. */
export const BLOCKS: readonly Block[] = [
  { id: 'text', label: 'Text', words: 'paragraph', inChat: true, turns: true, node: paragraph() },
  ...[1, 2, 3].map(heading),
  {
    id: 'button',
    label: 'Button',
    words: 'link call to action',
    inChat: true,
    node: node('button', { text: 'Button', url: '', variant: 'filled', borderRadius: 'smooth', alignment: 'left' }),
  },
  {
    id: 'image',
    label: 'Image',
    words: 'picture photo',
    inChat: true,
    node: node('image', { src: '', alt: '', alignment: 'center', width: 'auto' }),
  },
  { id: 'columns', label: 'Columns', words: 'two side by side', node: node('columns', null, column(), column()) },
  {
    id: 'columns-3',
    label: '3 columns',
    words: 'three side by side',
    node: node('columns', null, column(), column(), column()),
  },
  { id: 'section', label: 'Section', words: 'box background card', node: node('section', BOX, paragraph()) },
  { id: 'divider', label: 'Divider', words: 'line rule horizontal', inChat: true, node: node('horizontalRule') },
  { id: 'spacer', label: 'Spacer', words: 'space gap', node: node('spacer', { height: 'md' }) },
  {
    id: 'bullet-list',
    label: 'Bullet list',
    words: 'unordered points',
    inChat: true,
    node: node('bulletList', null, node('listItem', null, paragraph())),
  },
  {
    id: 'numbered-list',
    label: 'Numbered list',
    words: 'ordered',
    inChat: true,
    node: node('orderedList', null, node('listItem', null, paragraph())),
  },
  { id: 'quote', label: 'Quote', words: 'blockquote', inChat: true, node: node('blockquote', null, paragraph()) },
  {
    id: 'repeat',
    label: 'Repeat',
    words: 'loop for each list items',
    inChat: true,
    node: node('repeat', { each: '' }, paragraph()),
  },
  { id: 'show', label: 'Show if', words: 'condition when', node: node('show', { when: '' }, paragraph()) },
  {
    id: 'footer',
    label: 'Footer with unsubscribe',
    words: 'imprint preferences',
    node: node(
      'footer',
      { textAlign: 'center' },
      text('You get this email because you have an account. '),
      UNSUBSCRIBE,
    ),
  },
  { id: 'logo', label: 'Logo', words: 'brand image', node: node('logo', { src: '', alt: '', size: 'md' }) },
  {
    id: 'link-card',
    label: 'Link card',
    words: 'preview article',
    node: node('linkCard', { title: 'Title', description: '', link: '', linkTitle: 'Read more', image: '' }),
  },
  { id: 'code', label: 'Code', words: 'pre snippet', inChat: true, node: node('codeBlock') },
  { id: 'html', label: 'HTML', words: 'markup raw', node: node('htmlCodeBlock') },
];

/** What is found by words typed after the slash: by the beginning of a word of the name first. */
export function findBlocks(query: string, inChat: boolean): Block[] {
  const asked = query.trim().toLowerCase();
  const offered = BLOCKS.filter((block) => !inChat || block.inChat);
  if (asked === '') return offered;
  const byName = offered.filter(({ label }) => label.toLowerCase().includes(asked));
  return [...byName, ...offered.filter((block) => !byName.includes(block) && block.words.includes(asked))];
}

/** A variable as a chip. */
export function variableNode(id: string): EditorNode {
  return node('variable', { id, label: null, fallback: null, required: false, aliasFor: null });
}
