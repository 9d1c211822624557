import { ActionIcon, Button, ColorSwatch, Group, Paper, Popover, TextInput } from '@mantine/core';
import { toggleMark } from '@tiptap/pm/commands';
import { TextSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { Bold, Italic, Link, Palette, Strikethrough, Underline } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from './editor.module.css';
import type { Members } from './model/members';
import { pathOf } from './model/variables';

const TOGGLES = [
  { mark: 'bold', label: 'Bold', icon: Bold },
  { mark: 'italic', label: 'Italic', icon: Italic },
  { mark: 'underline', label: 'Underline', icon: Underline },
  { mark: 'strike', label: 'Strikethrough', icon: Strikethrough },
] as const;

/** Colours that can be read on white; the first one removes the colour. */
const COLORS = {
  Default: undefined,
  Gray: '#64748b',
  Red: '#b91c1c',
  Orange: '#c2410c',
  Green: '#15803d',
  Blue: '#1d4ed8',
  Purple: '#7e22ce',
};

interface BubbleMenuProps {
  editor: Editor;
  /** Opens the field of the link, if a text is chosen: Ctrl K does. */
  openLink: RefObject<(() => boolean) | null>;
}

/** What may be done with a chosen text. */
export function BubbleMenu({ editor, openLink }: BubbleMenuProps) {
  const { state, view } = editor;
  const { selection } = state;
  const { from, to, empty } = selection;
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<'link' | 'color'>();
  const isShown =
    editor.isEditable && selection instanceof TextSelection && !empty && !selection.$from.parent.type.spec.code;
  useEffect(() => {
    openLink.current = () => {
      if (isShown) setOpened('link');
      return isShown;
    };
  });
  useLayoutEffect(() => {
    const { current: menu } = box;
    if (!menu) return;
    const { left, top } = view.coordsAtPos(from);
    const around = menu.offsetParent!.getBoundingClientRect();
    menu.style.left = `${Math.max(0, Math.min(left - around.left, around.width - menu.offsetWidth))}px`;
    menu.style.top = `${top - around.top - menu.offsetHeight - 6}px`;
  });
  if (!isShown) return null;
  const { marks } = state.schema;
  const ownOf = (mark: string) => {
    let own: Members | undefined;
    state.doc.nodesBetween(from, to, (node) => {
      const found = node.marks.find(({ type }) => type.name === mark);
      if (found) own ??= (found.attrs['own'] ?? {}) as Members;
    });
    return own;
  };
  const mark = (name: string, own: Members | undefined) => {
    const type = marks[name]!;
    const tr =
      own === undefined
        ? editor.state.tr.removeMark(from, to, type)
        : editor.state.tr.addMark(from, to, type.create({ own }));
    view.dispatch(tr);
    setOpened(undefined);
    view.focus();
  };
  const color = ownOf('textStyle');
  return (
    <Paper ref={box} className={classes.bubble} withBorder shadow="md" p={4} role="toolbar" aria-label="Text style">
      <Group gap={2} wrap="nowrap">
        {TOGGLES.map(({ mark: name, label, icon: Icon }) => (
          <ActionIcon
            key={name}
            variant={ownOf(name) ? 'light' : 'subtle'}
            aria-pressed={ownOf(name) !== undefined}
            aria-label={label}
            title={label}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => toggleMark(marks[name]!)(editor.state, view.dispatch)}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        ))}
        <Popover opened={opened === 'link'} onChange={(open) => !open && setOpened(undefined)} trapFocus withinPortal>
          <Popover.Target>
            <ActionIcon
              variant={ownOf('link') ? 'light' : 'subtle'}
              aria-label="Link"
              title="Link (Ctrl K)"
              onClick={() => setOpened(opened === 'link' ? undefined : 'link')}
            >
              <Link size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <LinkForm own={ownOf('link')} onLink={(own) => mark('link', own)} />
          </Popover.Dropdown>
        </Popover>
        <Popover opened={opened === 'color'} onChange={(open) => !open && setOpened(undefined)} trapFocus withinPortal>
          <Popover.Target>
            <ActionIcon
              variant={color ? 'light' : 'subtle'}
              aria-label="Color"
              title="Color"
              onClick={() => setOpened(opened === 'color' ? undefined : 'color')}
            >
              <Palette size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Group gap="xs">
              {Object.entries(COLORS).map(([name, value]) => (
                <ColorSwatch
                  key={name}
                  component="button"
                  type="button"
                  color={value ?? '#374151'}
                  size={22}
                  aria-label={name}
                  title={name}
                  onClick={() => mark('textStyle', value === undefined ? undefined : { ...color, color: value })}
                />
              ))}
            </Group>
          </Popover.Dropdown>
        </Popover>
      </Group>
    </Paper>
  );
}

/** The address of a link. An output alone, such as `{{payload.url}}`, is the variable itself. */
function LinkForm({ own, onLink }: { own: Members | undefined; onLink: (own: Members | undefined) => void }) {
  const href = typeof own?.['href'] === 'string' ? own['href'] : '';
  const isVariable = own?.['isUrlVariable'] === true && !href.includes('{{');
  const [text, setText] = useState(isVariable ? `{{${href}}}` : href);
  const apply = () => {
    const path = pathOf(text);
    if (text.trim() === '') return onLink(undefined);
    if (path !== undefined) return onLink({ ...own, href: path, isUrlVariable: true });
    onLink({ ...own, href: text.trim(), ...(own?.['isUrlVariable'] !== undefined && { isUrlVariable: false }) });
  };
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <TextInput
        label="Link"
        size="xs"
        w={260}
        autoComplete="off"
        placeholder="https://… or {{payload.url}}"
        value={text}
        data-autofocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
      />
      <Button size="xs" onClick={apply}>
        Apply
      </Button>
      {own && (
        <Button size="xs" variant="default" onClick={() => onLink(undefined)}>
          Remove
        </Button>
      )}
    </Group>
  );
}
