import { ActionIcon, Autocomplete, Button, Code, Group as Line, NativeSelect, Stack, Text } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { VariableSchema } from '../variable-options';
import { changed, type Group, NEW_ROW, type Part, type Row, withPart } from './model';
import {
  operatorChoices,
  operatorFor,
  type OperatorKey,
  pathsOf,
  schemaAt,
  TYPE_NAMES,
  typeOf,
  valueKindOf,
} from './operators';
import { ValueField } from './value-field';
import { fitted } from './values';

interface RowsProps {
  group: Group;
  onChange: (group: Group) => void;
  readOnly: boolean;
  variables: VariableSchema | undefined;
  /** Numbers of the groups around it: `2.`. */
  within?: string;
  /** It was added just now: its first row gets the cursor. */
  isNew?: boolean;
}

const JOINS = [
  { value: 'and', label: 'All conditions match' },
  { value: 'or', label: 'Any condition matches' },
];

/** The parts of a group, each in a line; groups within it are indented. */
export function ConditionRows({ group, onChange, readOnly, variables, within = '', isNew }: RowsProps) {
  const { join, parts } = group;
  const [added, setAdded] = useState(isNew ? 0 : undefined);
  const adds = useRef<HTMLButtonElement>(null);
  const add = (part: Part) => {
    setAdded(parts.length);
    onChange(withPart(group, parts.length, part));
  };
  const remove = (index: number) => {
    onChange(withPart(group, index, undefined));
    adds.current?.focus();
  };
  const isNested = within !== '';
  return (
    <Stack gap="xs" align="stretch">
      {(parts.length > 1 || isNested) && (
        <NativeSelect
          aria-label={isNested ? `Match in group ${within.slice(0, -1)}` : 'Match'}
          size="xs"
          disabled={readOnly}
          value={join}
          data={JOINS}
          onChange={({ currentTarget }) =>
            onChange({ kind: 'group', join: currentTarget.value === 'or' ? 'or' : 'and', parts })
          }
        />
      )}
      {parts.map((part, index) => {
        const number = `${within}${index + 1}`;
        const common = { readOnly, variables, number, onRemove: () => remove(index) };
        const set = (next: Part) => onChange(withPart(group, index, next));
        // Parts have no name of their own but their place.
        if (part.kind === 'row')
          return <ConditionRow key={number} {...common} row={part} isNew={index === added} onChange={set} />;
        if (part.kind === 'other') return <OtherRule key={number} {...common} rule={part.source} />;
        return (
          <Line key={number} gap={6} align="flex-start" wrap="nowrap" role="group" aria-label={`Group ${number}`}>
            <Stack flex={1} gap="xs" ps="sm" style={{ borderInlineStart: '3px solid var(--line)' }}>
              <ConditionRows
                group={part}
                onChange={set}
                readOnly={readOnly}
                variables={variables}
                within={`${number}.`}
                isNew={index === added}
              />
            </Stack>
            <RemoveButton label={`Remove group ${number}`} disabled={readOnly} onClick={common.onRemove} />
          </Line>
        );
      })}
      <Line gap="xs">
        <Button
          ref={adds}
          variant="default"
          size="xs"
          disabled={readOnly}
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => add(NEW_ROW)}
        >
          {isNested ? 'Add to the group' : 'Add condition'}
        </Button>
        {!isNested && (
          <Button
            variant="default"
            size="xs"
            disabled={readOnly}
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => add({ kind: 'group', join: join === 'and' ? 'or' : 'and', parts: [NEW_ROW] })}
          >
            Add group
          </Button>
        )}
      </Line>
    </Stack>
  );
}

interface PartProps {
  readOnly: boolean;
  variables: VariableSchema | undefined;
  /** Its place, for screen readers. */
  number: string;
  onRemove: () => void;
}

interface RowProps extends PartProps {
  row: Row;
  isNew: boolean;
  onChange: (row: Row) => void;
}

function ConditionRow({ row, isNew, onChange, readOnly, variables, number, onRemove }: RowProps) {
  const { variable, operator, value } = row;
  const schema = schemaAt(variables, variable);
  const type = typeOf(schema);
  const name = (path: string) => {
    const next = typeOf(schemaAt(variables, path));
    // What was chosen for a type that is known need not suit another one.
    const fits = next === type || next === 'any' ? operator : operatorFor(next, operator);
    const isSame = next === type || next === 'any';
    onChange(changed(row, { variable: path, operator: fits, value: isSame ? value : fitted(value, fits, next) }));
  };
  const compare = (next: OperatorKey) =>
    onChange(
      changed(row, {
        operator: next,
        value: valueKindOf(next) === valueKindOf(operator) ? value : fitted(value, next, type),
      }),
    );
  return (
    <Line gap={6} align="flex-start" wrap="nowrap">
      <Line gap={6} align="flex-start" flex={1}>
        <Autocomplete
          aria-label={`Variable ${number}`}
          placeholder="payload.orderId"
          size="xs"
          flex="2 1 150px"
          readOnly={readOnly}
          autoFocus={isNew}
          data={pathsOf(variables)}
          limit={20}
          renderOption={({ option }) => <Option path={option.value} variables={variables} />}
          value={variable}
          onChange={name}
        />
        <NativeSelect
          aria-label={`Comparison ${number}`}
          size="xs"
          flex="1 1 110px"
          disabled={readOnly}
          value={operator}
          data={operatorChoices(type, operator)}
          onChange={({ currentTarget }) => compare(currentTarget.value as OperatorKey)}
        />
        <ValueField
          label={`Value ${number}`}
          kind={valueKindOf(operator)}
          type={type}
          choices={schema?.enum}
          value={value}
          readOnly={readOnly}
          onChange={(next) => onChange(changed(row, { value: next }))}
        />
      </Line>
      <RemoveButton label={`Remove comparison ${number}`} disabled={readOnly} onClick={onRemove} />
    </Line>
  );
}

/** A variable with what it holds. */
function Option({ path, variables }: { path: string; variables: VariableSchema | undefined }) {
  return (
    <Line justify="space-between" wrap="nowrap" w="100%">
      {path}
      <Text span size="xs" c="dimmed">
        {TYPE_NAMES[typeOf(schemaAt(variables, path))]}
      </Text>
    </Line>
  );
}

/** What no row can show. It is kept as it is; the JSON below changes it. */
function OtherRule({ rule, readOnly, number, onRemove }: PartProps & { rule: unknown }) {
  return (
    <Line gap={6} wrap="nowrap" align="flex-start">
      <Text size="xs" component="div" flex={1} style={{ overflowWrap: 'anywhere' }}>
        JSON: <Code>{JSON.stringify(rule)}</Code>
      </Text>
      <RemoveButton label={`Remove rule ${number}`} disabled={readOnly} onClick={onRemove} />
    </Line>
  );
}

function RemoveButton({ label, ...props }: { label: string; disabled: boolean; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" aria-label={label} {...props}>
      <X size={16} aria-hidden />
    </ActionIcon>
  );
}
