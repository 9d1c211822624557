import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node as ProseNode, type ResolvedPos } from '@tiptap/pm/model';
import { type Command, type EditorState, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state';
import type { Block } from './blocks';
import { KEPT, KINDS } from './kinds';
import type { Members } from './members';

/** A block, and where it begins. */
export interface Place {
  node: ProseNode;
  pos: number;
}

/** The blocks around the selection, outermost first, and what is selected itself. */
export function placesAt({ selection }: Pick<EditorState, 'selection'>): Place[] {
  const { $from } = selection;
  const around = Array.from({ length: $from.depth }, (_none, index) => ({
    node: $from.node(index + 1),
    pos: $from.before(index + 1),
  }));
  return selection instanceof NodeSelection ? [...around, { node: selection.node, pos: selection.from }] : around;
}

/** Whether a node can be moved and removed among others. */
function isBlock({ type: { name } }: ProseNode): boolean {
  return name === KEPT.block || (Object.hasOwn(KINDS, name) && KINDS[name]!.place !== 'line');
}

/** The innermost block of the selection. The only text of a list item stands for the item. */
export function blockAt(state: Pick<EditorState, 'selection'>): Place | undefined {
  const blocks = placesAt(state).filter(({ node }) => isBlock(node));
  const around = blocks.at(-2);
  return around?.node.type.name === 'listItem' && around.node.childCount === 1 ? around : blocks.at(-1);
}

/** Changes attributes of a node; undefined removes one. */
export function withOwn(tr: Transaction, pos: number, changes: Members): Transaction {
  const node = tr.doc.nodeAt(pos);
  if (!node || !('own' in node.attrs)) return tr;
  const own = Object.fromEntries(
    Object.entries({ ...(node.attrs['own'] as Members | null), ...changes }).filter(([, value]) => value !== undefined),
  );
  return tr.setNodeAttribute(pos, 'own', own);
}

/** Puts the cursor into a block, or selects it when it has no text. */
export function select(tr: Transaction, pos: number): Transaction {
  const node = tr.doc.nodeAt(pos);
  if (!node) return tr;
  if (node.isAtom) return tr.setSelection(NodeSelection.create(tr.doc, pos));
  return tr.setSelection(Selection.near(tr.doc.resolve(pos + 1)));
}

/** Adds a block below the one of the selection; an empty text becomes it. It is undone by itself, as all changes here. */
export function addBlock({ node: json, turns }: Block): Command {
  return (state, dispatch) => {
    const at = blockAt(state);
    const text = placesAt(state).findLast(({ node }) => node.isTextblock);
    const added = state.schema.nodeFromJSON(json);
    const tr = closeHistory(state.tr);
    if (text && turns) {
      dispatch?.(turned(tr, text, added).scrollIntoView());
      return true;
    }
    if (
      at?.node.type.name === 'paragraph' &&
      at.node.childCount === 0 &&
      canReplace(state.doc.resolve(at.pos), added)
    ) {
      dispatch?.(select(tr.replaceWith(at.pos, at.pos + at.node.nodeSize, added), at.pos).scrollIntoView());
      return true;
    }
    const spot = at ? insertable(state.doc.resolve(at.pos), at.node.nodeSize, added) : state.doc.content.size;
    if (spot === undefined) return false;
    dispatch?.(select(tr.insert(spot, added), spot).scrollIntoView());
    return true;
  };
}

/** Makes another kind of text of a text; its alignment and its condition stay. */
function turned(tr: Transaction, { node, pos }: Place, into: ProseNode): Transaction {
  const { textAlign, textDirection, showIfKey } = (node.attrs['own'] ?? {}) as Members;
  const stays = Object.entries({ textAlign, textDirection, showIfKey }).filter(([, value]) => value !== undefined);
  const own = { ...Object.fromEntries(stays), ...(into.attrs['own'] as Members | null) };
  const attrs = { own: Object.keys(own).length > 0 ? own : null, kept: node.attrs['kept'] as unknown };
  return tr.setBlockType(pos, pos + node.nodeSize, into.type, attrs);
}

function canReplace($pos: ResolvedPos, node: ProseNode): boolean {
  return $pos.parent.canReplaceWith($pos.index(), $pos.index() + 1, node.type);
}

/** Where after a block, or after what is around it, another one may stand. */
function insertable($pos: ResolvedPos, size: number, node: ProseNode): number | undefined {
  const index = $pos.index() + 1;
  if ($pos.parent.canReplaceWith(index, index, node.type)) return $pos.pos + size;
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const after = $pos.indexAfter(depth - 1);
    if ($pos.node(depth - 1).canReplaceWith(after, after, node.type)) return $pos.after(depth);
  }
  return undefined;
}

/** Removes the block of the selection. */
export const removeBlock: Command = (state, dispatch) => {
  const at = blockAt(state);
  if (!at) return false;
  const $pos = state.doc.resolve(at.pos);
  // Columns and lists go with their last part.
  const isLast =
    $pos.parent.childCount === 1 && ['columns', 'items'].includes(KINDS[$pos.parent.type.name]?.holds ?? '');
  const [from, to] = isLast ? [$pos.before(), $pos.after()] : [at.pos, at.pos + at.node.nodeSize];
  const tr = closeHistory(state.tr).delete(from, to);
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)))).scrollIntoView());
  return true;
};

/** Adds a copy of the block of the selection below it. */
export const duplicateBlock: Command = (state, dispatch) => {
  const at = blockAt(state);
  if (!at) return false;
  const after = at.pos + at.node.nodeSize;
  dispatch?.(select(closeHistory(state.tr).insert(after, at.node), after).scrollIntoView());
  return true;
};

/** Moves the block of the selection past its neighbour; at the end of a box, out of it. */
export function moveBlock(by: -1 | 1): Command {
  return (state, dispatch) => {
    const at = blockAt(state);
    if (!at) return false;
    const $pos = state.doc.resolve(at.pos);
    const index = $pos.index();
    const neighbour = $pos.parent.maybeChild(index + by);
    const offset = state.selection.from - at.pos;
    if (!neighbour) return outOf($pos, at, by, offset, state, dispatch);
    const start = by < 0 ? at.pos - neighbour.nodeSize : at.pos;
    const [first, second] = by < 0 ? [at.node, neighbour] : [neighbour, at.node];
    const tr = closeHistory(state.tr).replaceWith(
      start,
      start + first.nodeSize + second.nodeSize,
      Fragment.from([first, second]),
    );
    dispatch?.(reselect(tr, by < 0 ? start : start + first.nodeSize, offset, state).scrollIntoView());
    return true;
  };
}

function outOf(
  $pos: ResolvedPos,
  { node, pos }: Place,
  by: -1 | 1,
  offset: number,
  state: EditorState,
  dispatch?: (tr: Transaction) => void,
): boolean {
  if ($pos.depth === 0 || KINDS[$pos.parent.type.name]?.holds !== 'blocks') return false;
  const outer = $pos.node(-1);
  const index = by < 0 ? $pos.index(-1) : $pos.indexAfter(-1);
  if ($pos.parent.childCount === 1 || !outer.canReplaceWith(index, index, node.type)) return false;
  const tr = closeHistory(state.tr).delete(pos, pos + node.nodeSize);
  const target = by < 0 ? $pos.before() : tr.mapping.map($pos.after());
  dispatch?.(reselect(tr.insert(target, node), target, offset, state).scrollIntoView());
  return true;
}

/** Selects in a moved block what was selected in it. */
function reselect(tr: Transaction, pos: number, offset: number, { selection }: EditorState): Transaction {
  if (selection instanceof NodeSelection && offset === 0) return tr.setSelection(NodeSelection.create(tr.doc, pos));
  return tr.setSelection(Selection.near(tr.doc.resolve(pos + offset)));
}

/** Adds a column at the end, or removes the last one with what is in it. */
export function withColumns(tr: Transaction, pos: number, count: number): Transaction {
  const columns = tr.doc.nodeAt(pos);
  const column = tr.doc.type.schema.nodes['column']?.createAndFill();
  if (!columns || !column || count < 1) return tr;
  const end = pos + columns.nodeSize - 1;
  if (count > columns.childCount)
    return tr.insert(
      end,
      Array.from({ length: count - columns.childCount }, () => column),
    );
  const kept = columns.content.content.slice(0, count).reduce((size, { nodeSize }) => size + nodeSize, pos + 1);
  return kept < end ? tr.delete(kept, end) : tr;
}
