import { Button, CloseButton, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { OPERATORS } from './condition-text';
import type { Integration } from './reads';

type Conditions = Integration['conditions'];
type Comparison = Conditions[number]['children'][number];

const NEW_COMPARISON: Comparison = { on: 'subscriber', field: '', operator: 'EQUAL', value: '' };
const NEW_GROUP: Conditions[number] = { type: 'GROUP', value: 'AND', isNegated: false, children: [NEW_COMPARISON] };

interface ConditionsEditorProps {
  value: Conditions;
  disabled: boolean;
  onChange: (value: Conditions) => void;
}

/** When an integration is used: when any group of comparisons passes. */
export function ConditionsEditor({ value, disabled, onChange }: ConditionsEditorProps) {
  const change = (at: number, group?: Conditions[number]) => onChange(replaced(value, at, group));
  return (
    <Fieldset legend="Conditions" disabled={disabled}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {value.length === 0
            ? 'No conditions: used as primary or failover. With conditions, it is used first when they match.'
            : 'Used before the primary integration when any group matches.'}
        </Text>
        {value.map((group, at) => (
          // Groups have no identity but their place.
          <GroupEditor key={at} number={at + 1} group={group} onChange={(next) => change(at, next)} />
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...value, NEW_GROUP])}
          >
            Add group
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface GroupEditorProps {
  number: number;
  group: Conditions[number];
  /** Undefined removes it. */
  onChange: (group: Conditions[number] | undefined) => void;
}

function GroupEditor({ number, group, onChange }: GroupEditorProps) {
  const { children, value } = group;
  const change = (at: number, comparison?: Comparison) =>
    onChange({ ...group, children: replaced(children, at, comparison) });
  return (
    <Stack gap={6} role="group" aria-label={`Group ${number}`}>
      <Group gap="xs" justify="space-between">
        <NativeSelect
          size="xs"
          aria-label={`Group ${number} passes`}
          data={[
            { value: 'AND', label: 'All match' },
            { value: 'OR', label: 'Any matches' },
          ]}
          value={value}
          onChange={({ currentTarget }) => onChange({ ...group, value: currentTarget.value === 'OR' ? 'OR' : 'AND' })}
        />
        <Button variant="subtle" size="compact-xs" onClick={() => onChange(undefined)}>
          {`Remove group ${number}`}
        </Button>
      </Group>
      {children.map((comparison, at) => (
        <ComparisonEditor
          key={at}
          name={`${number}.${at + 1}`}
          comparison={comparison}
          onChange={(next) => change(at, next)}
        />
      ))}
      <Group>
        <Button variant="subtle" size="compact-xs" onClick={() => change(children.length, NEW_COMPARISON)}>
          {`Add a comparison to group ${number}`}
        </Button>
      </Group>
    </Stack>
  );
}

interface ComparisonEditorProps {
  name: string;
  comparison: Comparison;
  onChange: (comparison: Comparison | undefined) => void;
}

function ComparisonEditor({ name, comparison, onChange }: ComparisonEditorProps) {
  const { on, field, operator, value } = comparison;
  const set = (part: Partial<Comparison>) => onChange({ ...comparison, ...part });
  return (
    <Group gap={6} wrap="wrap">
      <NativeSelect
        flex="1 1 8rem"
        size="xs"
        aria-label={`Place of the field ${name}`}
        data={[
          { value: 'subscriber', label: 'Subscriber' },
          { value: 'payload', label: 'Context or workflow' },
        ]}
        value={on}
        onChange={({ currentTarget }) => set({ on: currentTarget.value as Comparison['on'] })}
      />
      <TextInput
        flex="1 1 7rem"
        size="xs"
        aria-label={`Field ${name}`}
        placeholder={on === 'subscriber' ? 'data.plan' : 'context.tenant.id'}
        value={field}
        onChange={({ currentTarget }) => set({ field: currentTarget.value })}
      />
      <NativeSelect
        flex="1 1 7rem"
        size="xs"
        aria-label={`Comparison ${name}`}
        data={OPERATORS}
        value={operator}
        onChange={({ currentTarget }) => set({ operator: currentTarget.value as Comparison['operator'] })}
      />
      <TextInput
        flex="1 1 7rem"
        size="xs"
        aria-label={`Value ${name}`}
        placeholder="value, or several with commas"
        value={value}
        onChange={({ currentTarget }) => set({ value: currentTarget.value })}
      />
      <CloseButton size="sm" aria-label={`Remove comparison ${name}`} onClick={() => onChange(undefined)} />
    </Group>
  );
}

/** A copy with another item at a place; without one, the item there is removed. */
function replaced<Item>(items: readonly Item[], at: number, item: Item | undefined): Item[] {
  return [...items.slice(0, at), ...(item === undefined ? [] : [item]), ...items.slice(at + 1)];
}
