import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { GripVertical } from 'lucide-react';
import { type DragEvent, type RefObject, useEffect, useState } from 'react';
import classes from './editor.module.css';
import { nameOf } from './fields';
import { blockAt } from './model/commands';
import { KINDS } from './model/kinds';

interface DragHandleProps {
  editor: Editor;
  /** The page, above which the handle stands. */
  page: RefObject<HTMLDivElement | null>;
}

/** A handle beside the block under the mouse. Without a mouse blocks are moved with Alt and the arrows. */
export function DragHandle({ editor, page }: DragHandleProps) {
  const { view } = editor;
  const [pos, setPos] = useState<number>();
  useEffect(() => {
    const { current: area } = page;
    if (!area) return;
    const look = ({ clientX, clientY }: MouseEvent) => {
      const { left, right } = view.dom.getBoundingClientRect();
      // Beside the text, too, where the handle is.
      const x = Math.min(Math.max(clientX, left + 24), right - 4);
      const at = view.posAtCoords({ left: x, top: clientY });
      setPos(at ? blockAround(editor, at.inside >= 0 ? at.inside : at.pos) : undefined);
    };
    const leave = () => setPos(undefined);
    area.addEventListener('mousemove', look);
    area.addEventListener('mouseleave', leave);
    return () => {
      area.removeEventListener('mousemove', look);
      area.removeEventListener('mouseleave', leave);
    };
  }, [editor, view, page]);
  const node = pos === undefined ? null : editor.state.doc.nodeAt(pos);
  const dom = pos === undefined || !node ? null : view.nodeDOM(pos);
  if (!editor.isEditable || pos === undefined || !node || !(dom instanceof HTMLElement) || !page.current) return null;
  const around = page.current.getBoundingClientRect();
  const { top, left } = dom.getBoundingClientRect();
  const select = () => view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)));
  const drag = ({ dataTransfer }: DragEvent) => {
    select();
    dataTransfer.effectAllowed = 'move';
    dataTransfer.setData('text/plain', node.textContent || nameOf(node.type.name));
    dataTransfer.setDragImage(dom, 0, 0);
    view.dragging = { slice: view.state.selection.content(), move: true };
  };
  return (
    <button
      type="button"
      className={classes.handle}
      style={{ top: top - around.top, left: Math.max(left - around.left - 22, 0) }}
      draggable
      tabIndex={-1}
      aria-hidden
      title={`Drag to move, click to choose: ${nameOf(node.type.name)}`}
      onDragStart={drag}
      onDragEnd={() => (view.dragging = null)}
      onClick={() => {
        select();
        view.focus();
      }}
    >
      <GripVertical size={16} aria-hidden />
    </button>
  );
}

/** Where the innermost block around a position begins; lists are moved item by item. */
function blockAround({ state: { doc } }: Editor, pos: number): number | undefined {
  const node = doc.nodeAt(pos);
  if (node && !node.isText && KINDS[node.type.name]?.holds === 'nothing' && !node.isInline) return pos;
  const $pos = doc.resolve(Math.min(pos + (node && !node.isInline && !node.isAtom ? 1 : 0), doc.content.size));
  return blockAt({ selection: { $from: $pos } as never })?.pos;
}
