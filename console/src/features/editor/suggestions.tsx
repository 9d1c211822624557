import { Group, Paper, Text } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { VariableSchema } from '../../ui/variable-options';
import { BlockIcon } from './block-icon';
import classes from './editor.module.css';
import { findBlocks, variableNode } from './model/blocks';
import { addBlock } from './model/commands';
import { findVariables, loopsAt, type Trigger, triggerAt, variableChoices } from './model/variables';

interface SuggestionsProps {
  editor: Editor;
  variables: VariableSchema | undefined;
  inChat: boolean;
  /** Told what to do with a key first; whether it was used. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
}

interface Suggestion {
  id: string;
  shown: ReactNode;
  choose: () => void;
}

const MOST = 30;

/** What is offered at the cursor: blocks after a slash, variables after two braces. */
export function Suggestions({ editor, variables, inChat, keys }: SuggestionsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [dismissed, setDismissed] = useState<number>();
  const [chosen, setChosen] = useState({ query: '', index: 0 });
  const trigger = editor.isEditable ? triggerAt(editor.state) : undefined;
  if (trigger === undefined && dismissed !== undefined) setDismissed(undefined);
  const found = trigger && trigger.from !== dismissed ? suggestionsFor(trigger, editor, variables, inChat) : [];
  const index = chosen.query === trigger?.query ? Math.min(chosen.index, found.length - 1) : 0;
  const isOpen = found.length > 0 && editor.isFocused;
  useEffect(() => {
    keys.current = (event) => {
      if (!isOpen || !trigger) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setChosen({ query: trigger.query, index: (index + step + found.length) % found.length });
      else if (event.key === 'Enter' || event.key === 'Tab') found[index]!.choose();
      else if (event.key === 'Escape') setDismissed(trigger.from);
      else return false;
      return true;
    };
    if (editor.isDestroyed) return;
    const { dom } = editor.view;
    const states = { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${index}` };
    for (const [name, value] of Object.entries(states)) {
      if (isOpen) dom.setAttribute(name, value);
      else dom.removeAttribute(name);
    }
  });
  useLayoutEffect(() => {
    const { current: box } = list;
    if (!box || !trigger) return;
    const { left, bottom } = editor.view.coordsAtPos(trigger.from);
    const around = box.offsetParent!.getBoundingClientRect();
    box.style.left = `${Math.max(0, Math.min(left - around.left, around.width - box.offsetWidth))}px`;
    box.style.top = `${bottom - around.top + 4}px`;
    box.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  if (!isOpen) return null;
  return (
    <Paper
      ref={list}
      className={classes.suggestions}
      withBorder
      shadow="md"
      role="listbox"
      tabIndex={0}
      id={`${id}-list`}
      aria-label={trigger?.kind === 'block' ? 'Blocks' : 'Variables'}
    >
      {found.map(({ id: key, shown, choose }, at) => (
        <div
          key={key}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === index}
          className={classes.suggestion}
          // The cursor stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={choose}
        >
          {shown}
        </div>
      ))}
    </Paper>
  );
}

function suggestionsFor(
  { kind, from, to, query }: Trigger,
  editor: Editor,
  variables: VariableSchema | undefined,
  inChat: boolean,
): Suggestion[] {
  const { view } = editor;
  if (kind === 'block')
    return findBlocks(query, inChat).map((block) => ({
      id: block.id,
      shown: (
        <Group gap="xs" wrap="nowrap">
          <BlockIcon id={block.id} />
          <Text size="sm">{block.label}</Text>
        </Group>
      ),
      choose: () => {
        view.dispatch(view.state.tr.delete(from, to));
        addBlock(block)(view.state, view.dispatch);
        view.focus();
      },
    }));
  const choices = findVariables(variableChoices(variables, loopsAt(editor.state)), query).slice(0, MOST);
  const typed = query.trim();
  const isNew = typed !== '' && !choices.some(({ path }) => path === typed);
  const all = [...choices, ...(isNew ? [{ path: typed, detail: 'as typed' }] : [])];
  return all.map(({ path, detail }) => ({
    id: path,
    shown: (
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="sm" ff="monospace">
          {path}
        </Text>
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      </Group>
    ),
    choose: () => {
      const { state } = view;
      // Keys of translations and what stands in code are texts.
      const isText = path.startsWith('t.') || state.selection.$from.parent.type.spec.code === true;
      const { tr } = state;
      view.dispatch(
        isText
          ? tr.insertText(`{{${path}}}`, from, to)
          : tr.replaceWith(from, to, state.schema.nodeFromJSON(variableNode(path))),
      );
      view.focus();
    },
  }));
}
