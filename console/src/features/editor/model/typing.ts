import { Extension, InputRule, textblockTypeInputRule, wrappingInputRule } from '@tiptap/core';
import { exitCode, selectParentNode, toggleMark } from '@tiptap/pm/commands';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import { history, redo, undo } from '@tiptap/pm/history';
import { liftListItem, sinkListItem, splitListItem } from '@tiptap/pm/schema-list';
import { type Command, Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { variableNode } from './blocks';
import { moveBlock } from './commands';

const OUTPUT = /\{\{\s*([^{}]+?)\s*\}\}/;

/** What the keyboard does. Tab leaves the editor, except in lists, as it does everywhere else. */
export const Typing = Extension.create({
  name: 'typing',

  addKeyboardShortcuts() {
    const { nodes, marks } = this.editor.schema;
    const item = nodes['listItem']!;
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch);
    return {
      'Mod-z': run(undo),
      'Mod-y': run(redo),
      'Shift-Mod-z': run(redo),
      'Mod-b': run(toggleMark(marks['bold']!)),
      'Mod-i': run(toggleMark(marks['italic']!)),
      'Mod-u': run(toggleMark(marks['underline']!)),
      'Mod-Shift-s': run(toggleMark(marks['strike']!)),
      'Alt-ArrowUp': run(moveBlock(-1)),
      'Alt-ArrowDown': run(moveBlock(1)),
      'Mod-Enter': run(exitCode),
      Escape: run(selectParentNode),
      Enter: run(splitListItem(item)),
      Tab: run(sinkListItem(item)),
      'Shift-Tab': run(liftListItem(item)),
      'Shift-Enter': run((state, dispatch) => {
        if (state.selection.$from.parent.type.spec.code) return false;
        dispatch?.(state.tr.replaceSelectionWith(nodes['hardBreak']!.create()).scrollIntoView());
        return true;
      }),
    };
  },

  addInputRules() {
    const { nodes } = this.editor.schema;
    return [
      textblockTypeInputRule({
        find: /^(#{1,3})\s$/,
        type: nodes['heading']!,
        getAttributes: ([, signs = '']) => ({ own: { level: signs.length } }),
      }),
      wrappingInputRule({ find: /^\s*[-*]\s$/, type: nodes['bulletList']! }),
      wrappingInputRule({ find: /^1\.\s$/, type: nodes['orderedList']! }),
      wrappingInputRule({ find: /^>\s$/, type: nodes['blockquote']! }),
      new InputRule({
        find: new RegExp(`${OUTPUT.source}$`),
        handler: ({ state, range, match: [, id = ''] }) => {
          // A key of a translation is a part of the text.
          if (id.startsWith('t.')) return;
          state.tr.replaceWith(range.from, range.to, this.editor.schema.nodeFromJSON(variableNode(id)));
        },
      }),
    ];
  },

  addProseMirrorPlugins() {
    return [history(), dropCursor({ class: 'drop-cursor', color: false, width: 3 }), gapCursor(), hints(this.editor)];
  },
});

/** Shows what to type in the empty text with the cursor, and which parts of texts are templates. */
function hints({ isEditable }: { isEditable: boolean }): Plugin {
  return new Plugin({
    props: {
      decorations({ doc, selection: { $from, empty } }) {
        const found: Decoration[] = [];
        const isFree = empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
        if (isFree && isEditable)
          found.push(Decoration.node($from.before(), $from.after(), { 'data-placeholder': 'Type, or / for blocks' }));
        doc.descendants((node, pos) => {
          if (!node.isText || !node.text?.includes('{{')) return;
          for (const { 0: output, index } of node.text.matchAll(new RegExp(OUTPUT, 'g')))
            found.push(Decoration.inline(pos + index, pos + index + output.length, { 'data-template': '' }));
        });
        return DecorationSet.create(doc, found);
      },
    },
  });
}
