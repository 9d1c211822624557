import { KEPT, MARKS } from './kinds';
import { type EditorNode, held, isRecord, type Members, written } from './members';

type EditorMark = NonNullable<EditorNode['marks']>[number];

const NO_FACTS = { own: null, kept: null, order: null, piece: 0 };

/**
 * A node with the marks of the document. The editor sorts marks and has one of a type; another one of the same type and
 * unknown ones are kept whole, and their order is remembered.
 *
 * @param facts What a text has besides: its attributes, its other members, its number among texts alike.
 */
export function withMarks(node: EditorNode, given: unknown, facts: Members = {}): EditorNode {
  const seen = new Set<string>();
  const marks = (Array.isArray(given) ? (given as unknown[]) : []).map((value): EditorMark => {
    const type = isRecord(value) && typeof value.type === 'string' ? value.type : '';
    if (!isRecord(value) || !isKnown(type) || seen.has(type)) return { type: KEPT.mark, attrs: { mark: value } };
    seen.add(type);
    const { type: _type, attrs, ...others } = value;
    return { type, attrs: held(attrs, others) };
  });
  const ranked = marks.toSorted((one, other) => rankOf(one) - rankOf(other));
  const isSorted = ranked.every((mark, index) => mark === marks[index]);
  const all = { ...NO_FACTS, ...facts, ...(!isSorted && { order: marks.map(({ type }) => type) }) };
  const hasFacts = Object.values(all).some(Boolean);
  const own = [...ranked, ...(hasFacts ? [{ type: KEPT.text, attrs: all }] : [])];
  return own.length > 0 ? { ...node, marks: own } : node;
}

/** The members of the document that the marks of a node stand for. */
export function marksOf({ marks = [] }: EditorNode): Members {
  const facts = marks.find(({ type }) => type === KEPT.text)?.attrs ?? {};
  const rest = marks.filter(({ type }) => type !== KEPT.text);
  const order = (facts['order'] ?? []) as string[];
  const ordered = order.flatMap((type) => {
    const at = rest.findIndex((mark) => mark.type === type);
    return at < 0 ? [] : rest.splice(at, 1);
  });
  const all = [...ordered, ...rest].map(({ type, attrs = {} }) =>
    type === KEPT.mark ? attrs['mark'] : { type, ...written(attrs) },
  );
  return { ...written(facts), ...(all.length > 0 && { marks: all }) };
}

function isKnown(type: string): boolean {
  return (MARKS as readonly string[]).includes(type);
}

function rankOf({ type }: EditorMark): number {
  return isKnown(type) ? (MARKS as readonly string[]).indexOf(type) : MARKS.length;
}
