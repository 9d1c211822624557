import { marksOf, withMarks } from './document-marks';
import { KEPT, KINDS } from './kinds';
import { type EditorNode, held, isRecord, type Members, written } from './members';

type Place = (typeof KINDS)[string]['place'];

/**
 * A document as the editor holds it. Each node has two attributes: `own` are the attributes of the document, `kept` are all
 * other members of the node. What does not fit where it stands is kept whole. So {@link toDocument} returns what was given.
 *
 * @param document A JSON object of type `doc` with a list as content.
 */
export function toEditor(document: Members): EditorNode {
  return known('doc', document, 'blocks');
}

/** The document that the editor holds. */
export function toDocument(node: EditorNode): unknown {
  const { type, attrs = {}, text, content: children = [] } = node;
  if (type === KEPT.block || type === KEPT.inline) return attrs['node'];
  const content = isOnlyAbsent(children) ? [] : children.map(toDocument);
  return {
    type,
    ...written(attrs),
    ...(text !== undefined && { text }),
    ...(content.length > 0 && { content }),
    ...marksOf(node),
  };
}

/** Whether all that a node holds is the paragraph to write in, and nobody has written in it. */
function isOnlyAbsent([first, ...others]: readonly EditorNode[]): boolean {
  return first?.attrs?.['isAbsent'] === true && others.length === 0 && (first.content ?? []).length === 0;
}

/** A node at a place, kept whole if it does not fit there. */
function nodeAt(place: Place, value: unknown): EditorNode {
  const whole: EditorNode = { type: place === 'line' ? KEPT.inline : KEPT.block, attrs: { node: value } };
  if (!isRecord(value) || typeof value.type !== 'string') return whole;
  const { type, content } = value;
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  if (kind?.place !== place) return whole;
  // Columns without a column, and lists without an item, have no place to write in.
  if (isEmpty(content))
    return kind.holds === 'columns' || kind.holds === 'items' ? whole : known(type, value, kind.holds);
  return Array.isArray(content) && kind.holds !== 'nothing' ? known(type, value, kind.holds) : whole;
}

function isEmpty(content: unknown): boolean {
  return content === undefined || content === null || (Array.isArray(content) && content.length === 0);
}

function known(
  type: string,
  { type: _type, attrs, content, ...others }: Members,
  holds: (typeof KINDS)[string]['holds'],
) {
  const isSign = KINDS[type]?.place === 'line';
  const { marks, ...unmarked } = others;
  const kept = isSign && Array.isArray(marks) && marks.length > 0 ? unmarked : others;
  const node: EditorNode = {
    type,
    attrs: held(attrs, { ...kept, ...(content !== undefined && isEmpty(content) && { content }) }),
  };
  if (isSign) return withMarks(node, marks);
  const children = Array.isArray(content) ? (content as unknown[]) : [];
  if (children.length > 0)
    return {
      ...node,
      content: holds === 'line' ? lineOf(children) : children.map((child) => nodeAt(holds as Place, child)),
    };
  // The editor needs a text to write in. It is marked where the document has none.
  return holds === 'blocks' ? { ...node, content: [{ type: 'paragraph', attrs: { isAbsent: true } }] } : node;
}

/** What stands in a line. The editor would join texts with the same marks, so these are numbered. */
function lineOf(content: readonly unknown[]): EditorNode[] {
  const line: EditorNode[] = [];
  for (const value of content) {
    const before = line.at(-1);
    const node = isText(value) ? textOf(value, 0) : nodeAt('line', value);
    line.push(isText(value) && before && isAlike(node, before) ? textOf(value, pieceOf(before) + 1) : node);
  }
  return line;
}

function isText(value: unknown): value is Members & { text: string } {
  return isRecord(value) && value.type === 'text' && typeof value.text === 'string' && value.text !== '';
}

/** Whether two texts would become one. */
function isAlike(one: EditorNode, other: EditorNode): boolean {
  return (
    other.text !== undefined &&
    JSON.stringify(toDocument({ ...other, text: '' })) === JSON.stringify(toDocument({ ...one, text: '' }))
  );
}

/** The number of a text among texts alike. */
function pieceOf({ marks = [] }: EditorNode): number {
  const piece = marks.find(({ type }) => type === KEPT.text)?.attrs?.['piece'];
  return typeof piece === 'number' ? piece : 0;
}

function textOf({ type: _type, text, attrs, marks, ...others }: Members & { text: string }, piece: number): EditorNode {
  const hasMarks = Array.isArray(marks) && marks.length > 0;
  const facts = held(attrs, { ...others, ...(marks !== undefined && !hasMarks && { marks }) });
  return withMarks({ type: 'text', text }, marks, { ...facts, piece });
}
