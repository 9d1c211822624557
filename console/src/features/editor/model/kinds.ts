/** What a node may hold: blocks, what stands in a line, columns, list items, or nothing. */
type Holds = 'blocks' | 'line' | 'columns' | 'items' | 'nothing';

/** Where a node may stand. */
type Place = 'blocks' | 'line' | 'columns' | 'items';

interface Kind {
  place: Place;
  holds: Holds;
}

/** A list of blocks, an atom among blocks, and so on. */
const box: Kind = { place: 'blocks', holds: 'blocks' };
const lines: Kind = { place: 'blocks', holds: 'line' };
const atom: Kind = { place: 'blocks', holds: 'nothing' };
const sign: Kind = { place: 'line', holds: 'nothing' };

/** The nodes that the renderer knows, by type. The first text is what Enter makes. */
export const KINDS: Readonly<Record<string, Kind>> = {
  paragraph: lines,
  heading: lines,
  footer: lines,
  codeBlock: lines,
  htmlCodeBlock: lines,
  bulletList: { place: 'blocks', holds: 'items' },
  orderedList: { place: 'blocks', holds: 'items' },
  listItem: { place: 'items', holds: 'blocks' },
  blockquote: box,
  section: box,
  columns: { place: 'blocks', holds: 'columns' },
  column: { place: 'columns', holds: 'blocks' },
  repeat: box,
  for: box,
  show: box,
  image: atom,
  logo: atom,
  button: atom,
  cardButton: atom,
  linkCard: atom,
  horizontalRule: atom,
  spacer: atom,
  variable: sign,
  hardBreak: sign,
  inlineImage: sign,
};

/** The marks that the renderer knows, from the outermost to the innermost. */
export const MARKS = [
  'link',
  'textStyle',
  'highlight',
  'bold',
  'italic',
  'underline',
  'strike',
  'subscript',
  'superscript',
  'code',
] as const;

/** Nodes and marks that the editor has besides: they hold what it does not know as it is. */
export const KEPT = {
  /** An unknown node among blocks, columns or list items. */
  block: 'keptBlock',
  /** An unknown node in a line. */
  inline: 'keptInline',
  mark: 'keptMark',
  /** What a text has besides its marks, and their order. */
  text: 'textFacts',
} as const;
