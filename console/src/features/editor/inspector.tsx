import { ActionIcon, Anchor, Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import type { VariableSchema } from '../../ui/variable-options';
import { type Field, FIELDS, nameOf, SHOW_IF } from './fields';
import { InspectorField } from './inspector-field';
import { BLOCKS } from './model/blocks';
import {
  addBlock,
  duplicateBlock,
  moveBlock,
  placesAt,
  removeBlock,
  select,
  withColumns,
  withOwn,
} from './model/commands';
import { KEPT, KINDS } from './model/kinds';
import { headingLevel } from './model/looks';
import type { Members } from './model/members';
import { loopsAt, sampleOf, variableChoices } from './model/variables';

interface InspectorProps {
  editor: Editor;
  variables: VariableSchema | undefined;
  /** Values of the preview, for showing what a variable prints. */
  samples: unknown;
  readOnly: boolean;
}

const TEXTS = [
  { value: 'text', label: 'Text' },
  ...[1, 2, 3].map((level) => ({ value: `heading-${level}`, label: `Heading ${level}` })),
];

const ACTIONS = [
  { label: 'Move up', icon: ArrowUp, command: moveBlock(-1) },
  { label: 'Move down', icon: ArrowDown, command: moveBlock(1) },
  { label: 'Duplicate', icon: Copy, command: duplicateBlock },
  { label: 'Delete', icon: Trash2, command: removeBlock },
] as const;

/** What is chosen, and what may be changed of it. */
export function Inspector({ editor, variables, samples, readOnly }: InspectorProps) {
  const { state, view } = editor;
  const places = placesAt(state);
  const chosen = places.at(-1);
  if (!chosen) return null;
  const { node, pos } = chosen;
  const type = node.type.name;
  const own = (node.attrs['own'] ?? {}) as Members;
  const choices = variableChoices(variables, loopsAt(state));
  const change = (changes: Members) => view.dispatch(withOwn(editor.state.tr, pos, changes));
  const fields = FIELDS[type] ?? [];
  const isKept = type === KEPT.block || type === KEPT.inline;
  const sample = type === 'variable' && typeof own['id'] === 'string' ? sampleOf(samples, own['id']) : undefined;
  const style = type === 'heading' ? `heading-${headingLevel(own)}` : 'text';
  const paired = (name: string) => /^(?:padding|margin)/.test(name);
  const show = (field: Field, index: number) => (
    <InspectorField
      key={`${pos} ${field.name} ${index}`}
      field={field}
      own={own}
      variables={choices}
      readOnly={readOnly}
      onChange={change}
    />
  );
  return (
    <Stack gap="xs" component="section" aria-label="Block settings">
      {places.length > 1 && (
        <Text size="xs">
          {places.slice(0, -1).map((place) => (
            <Fragment key={place.pos}>
              <Anchor
                component="button"
                type="button"
                size="xs"
                onClick={() => editor.chain().setNodeSelection(place.pos).focus().run()}
              >
                {nameOf(place.node.type.name)}
              </Anchor>
              {' › '}
            </Fragment>
          ))}
        </Text>
      )}
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {nameOf(type)}
        </Text>
        {!readOnly && KINDS[type]?.place !== 'line' && (
          <Group gap={2} wrap="nowrap">
            {ACTIONS.map(({ label, icon: Icon, command }) => (
              <ActionIcon
                key={label}
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={label}
                title={label}
                onClick={() => command(editor.state, view.dispatch)}
              >
                <Icon size={14} aria-hidden />
              </ActionIcon>
            ))}
          </Group>
        )}
      </Group>
      {isKept && (
        <Text size="xs" c="dimmed">
          This block was made in another editor. It cannot be changed here, and stays as it is.
        </Text>
      )}
      {['paragraph', 'heading'].includes(type) && (
        <NativeSelect
          label="Style"
          size="xs"
          disabled={readOnly}
          value={style}
          data={
            TEXTS.some(({ value }) => value === style) ? TEXTS : [...TEXTS, { value: style, label: 'Small heading' }]
          }
          onChange={({ currentTarget: { value } }) => {
            const block = BLOCKS.find(({ id }) => id === value);
            if (block) addBlock(block)(editor.state, view.dispatch);
          }}
        />
      )}
      {type === 'columns' && (
        <NativeSelect
          label="Number of columns"
          size="xs"
          disabled={readOnly}
          value={String(node.childCount)}
          data={[...new Set([1, 2, 3, 4, node.childCount])].map(String)}
          onChange={({ currentTarget: { value } }) =>
            view.dispatch(select(withColumns(editor.state.tr, pos, Number(value)), pos))
          }
        />
      )}
      {fields.filter(({ name }) => !paired(name)).map(show)}
      {fields.some(({ name }) => paired(name)) && (
        <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
          {fields.filter(({ name }) => paired(name)).map(show)}
        </SimpleGrid>
      )}
      {sample !== undefined && (
        <Text size="xs" c="dimmed">
          Sample value: {sample}
        </Text>
      )}
      {!isKept && show(SHOW_IF, fields.length)}
      {!readOnly && KINDS[type]?.place === 'line' && (
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => view.dispatch(editor.state.tr.delete(pos, pos + node.nodeSize))}
        >
          Remove
        </Button>
      )}
    </Stack>
  );
}
