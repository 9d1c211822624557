import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history';
import type { Editor } from '@tiptap/react';
import { Braces, Plus, Redo2, Undo2 } from 'lucide-react';
import { BlockIcon } from './block-icon';
import { findBlocks } from './model/blocks';
import { addBlock } from './model/commands';

/** What may be added, and undone. */
export function Toolbar({ editor, inChat }: { editor: Editor; inChat: boolean }) {
  const { state, view } = editor;
  const steps = [
    { label: 'Undo', icon: Undo2, command: undo, isOpen: undoDepth(state) > 0 },
    { label: 'Redo', icon: Redo2, command: redo, isOpen: redoDepth(state) > 0 },
  ];
  return (
    <Group gap={4} role="toolbar" aria-label="Blocks">
      <Menu width={240} position="bottom-start" withinPortal returnFocus={false}>
        <Menu.Target>
          <Button variant="default" size="compact-sm" leftSection={<Plus size={14} aria-hidden />}>
            Add block
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          {findBlocks('', inChat).map((block) => (
            <Menu.Item
              key={block.id}
              leftSection={<BlockIcon id={block.id} />}
              onClick={() => {
                addBlock({ ...block, turns: false })(editor.state, view.dispatch);
                view.focus();
              }}
            >
              {block.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Braces size={14} aria-hidden />}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => editor.chain().focus().insertContent('{{').run()}
      >
        Variable
      </Button>
      {steps.map(({ label, icon: Icon, command, isOpen }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          aria-label={label}
          title={label}
          disabled={!isOpen}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => command(editor.state, view.dispatch)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  );
}
