import { getSchema } from '@tiptap/core';
import { history, redo, undo, undoDepth } from '@tiptap/pm/history';
import { EditorState, NodeSelection, Selection, TextSelection } from '@tiptap/pm/state';
import { novuDocuments } from '../../../../../libs/rendering/blocks/testing/novu-documents.js';
import { BLOCKS } from './blocks';
import { addBlock, blockAt, duplicateBlock, moveBlock, removeBlock, withColumns, withOwn } from './commands';
import { toDocument, toEditor } from './document';
import { MARKS } from './kinds';
import { SCHEMA } from './schema';

const schema = getSchema(SCHEMA);

function opened(content: unknown[]): EditorState {
  const doc = schema.nodeFromJSON(toEditor({ type: 'doc', content }));
  // Every edit is undone by itself.
  return EditorState.create({ doc, plugins: [history({ depth: 1000, newGroupDelay: -1 })] });
}

const contentOf = ({ doc }: EditorState) => (toDocument(doc.toJSON()) as { content: unknown[] }).content;
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });

/** The state after a command, with the cursor in a text. */
function after(state: EditorState, text: string, run: (state: EditorState) => EditorState): unknown[] {
  let pos = -1;
  state.doc.descendants((node, at) => {
    if (pos < 0 && node.isText && node.text === text) pos = at;
  });
  return contentOf(run(state.apply(state.tr.setSelection(TextSelection.create(state.doc, pos)))));
}

const running = (command: ReturnType<typeof addBlock>) => (state: EditorState) => {
  let next = state;
  command(state, (tr) => (next = state.apply(tr)));
  return next;
};

const block = (id: string) => BLOCKS.find((one) => one.id === id)!;

describe('changing blocks', () => {
  const [one, two] = [paragraph('one'), paragraph('two')];
  const list = (...items: unknown[]) => ({
    type: 'bulletList',
    content: items.map((item) => ({ type: 'listItem', content: [item] })),
  });
  const box = { type: 'section', content: [one, two] };

  it.each([
    ['moves down', [one, two], moveBlock(1), [two, one]],
    ['stays at the end', [two, one], moveBlock(1), [two, one]],
    ['moves up out of a box', [box], moveBlock(-1), [one, { type: 'section', content: [two] }]],
    [
      'stays alone in a box',
      [{ type: 'section', content: [one] }],
      moveBlock(-1),
      [{ type: 'section', content: [one] }],
    ],
    ['moves with its list item', [list(one, two)], moveBlock(1), [list(two, one)]],
    ['gets a divider below its list', [list(one)], addBlock(block('divider')), [list(one), { type: 'horizontalRule' }]],
    ['is copied', [one, two], duplicateBlock, [one, one, two]],
    ['is removed', [one, two], removeBlock, [two]],
    ['gets a divider below', [one, two], addBlock(block('divider')), [one, { type: 'horizontalRule' }, two]],
    ['becomes a heading', [one], addBlock(block('heading-2')), [{ ...one, type: 'heading', attrs: { level: 2 } }]],
    [
      'keeps its alignment as a heading',
      [{ ...one, attrs: { textAlign: 'center', other: 1 } }],
      addBlock(block('heading-1')),
      [{ ...one, type: 'heading', attrs: { textAlign: 'center', level: 1 } }],
    ],
  ])('a text %s', (_name, content, command, expected) => {
    expect(after(opened(content), 'one', running(command))).toEqual(expected);
  });

  it('an attribute is set and removed, and the others stay', () => {
    const state = opened([{ type: 'spacer', attrs: { height: 8, x: [1] } }]);
    const next = state.apply(withOwn(state.tr, 0, { height: undefined, showIfKey: 'payload.a' }));
    expect(contentOf(next)).toEqual([{ type: 'spacer', attrs: { x: [1], showIfKey: 'payload.a' } }]);
  });

  it('columns are added and removed at the end', () => {
    const columns = { type: 'columns', content: [{ type: 'column', content: [one] }] };
    const state = opened([columns]);
    const more = state.apply(withColumns(state.tr, 0, 3));
    expect(more.doc.firstChild!.childCount).toBe(3);
    expect(contentOf(more.apply(withColumns(more.tr, 0, 1)))).toEqual([columns]);
  });

  it('BL12: 500 random edits are undone and done again', () => {
    const random = randomNumbers();
    let edits = 0;
    for (const { content } of novuDocuments(10)) {
      let state = opened(content);
      // Some edits have no effect where they are.
      for (let tries = 0; tries < 500 && undoDepth(state) < 50; tries += 1) state = edited(state, random);
      const last = state;
      edits += undoDepth(state);
      while (undo(state, (tr) => (state = state.apply(tr))));
      expect(contentOf(state)).toEqual(content);
      while (redo(state, (tr) => (state = state.apply(tr))));
      expect(state.doc.eq(last.doc)).toBe(true);
      // What was written opens again as the same document.
      expect(contentOf(opened(contentOf(last)))).toEqual(contentOf(last));
    }
    expect(edits).toBe(500);
  });
});

/** Numbers from 0 to below a limit, the same in every run. */
function randomNumbers(): (limit: number) => number {
  let seed = 1;
  return (limit) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
}

/** The state after one edit at a random place. */
function edited(state: EditorState, random: (limit: number) => number): EditorState {
  const { doc, tr } = state;
  const [kind, choice] = [random(9), random(1000)];
  const from = random(doc.content.size + 1);
  const to = Math.min(from + random(20), doc.content.size);
  const moved = state.apply(tr.setSelection(Selection.near(doc.resolve(from))));
  const place = blockAt(moved);
  const commands = [
    duplicateBlock,
    removeBlock,
    moveBlock(-1),
    moveBlock(1),
    addBlock(BLOCKS[choice % BLOCKS.length]!),
  ];
  if (kind === 0) return moved.apply(moved.tr.insertText('new text'));
  if (kind === 1) return moved.apply(moved.tr.delete(from, to));
  if (kind === 2) return moved.apply(moved.tr.addMark(from, to, schema.mark(MARKS[choice % MARKS.length]!)));
  if (kind === 3) return moved.apply(moved.tr.removeMark(from, to));
  if (kind === 4 && place) return moved.apply(withOwn(moved.tr, place.pos, { showIfKey: `payload.p${choice}` }));
  if (kind === 5 && place?.node.isAtom)
    return moved.apply(moved.tr.setSelection(NodeSelection.create(moved.doc, place.pos)).deleteSelection());
  return running(commands[choice % commands.length]!)(moved);
}
