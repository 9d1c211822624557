import { ActionIcon, Autocomplete, Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { OPERATORS, readVariable, SEVERAL, variableOf } from './condition-text';
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

/** When a group of comparisons passes. */
const MATCHES = [
  { value: 'AND', isNegated: false, label: 'All conditions match' },
  { value: 'OR', isNegated: false, label: 'Any condition matches' },
  { value: 'OR', isNegated: true, label: 'No condition matches' },
  { value: 'AND', isNegated: true, label: 'Not all conditions match' },
] as const;

/** What most conditions compare; others are typed. */
const VARIABLES = [
  'subscriber.email',
  'subscriber.phone',
  'subscriber.locale',
  'subscriber.timezone',
  'subscriber.subscriberId',
  'subscriber.data.',
  'context.tenant.id',
  'context.tenant.data.',
  'workflow.workflowId',
  'workflow.tags',
];

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
          <AddButton onClick={() => onChange([...value, NEW_GROUP])}>Add group</AddButton>
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
  const { children, value, isNegated } = group;
  const change = (at: number, comparison?: Comparison) =>
    onChange({ ...group, children: replaced(children, at, comparison) });
  return (
    <Group gap={6} align="flex-start" wrap="nowrap" role="group" aria-label={`Group ${number}`}>
      <Stack flex={1} gap="xs" ps="sm" style={{ borderInlineStart: '3px solid var(--line)' }}>
        <NativeSelect
          size="xs"
          aria-label={`Match in group ${number}`}
          data={MATCHES.map(({ label }) => label)}
          value={MATCHES.find((one) => one.value === value && one.isNegated === isNegated)?.label}
          onChange={({ currentTarget }) => {
            const { label: _label, ...match } = MATCHES[currentTarget.selectedIndex]!;
            onChange({ ...group, ...match });
          }}
        />
        {children.map((comparison, at) => (
          <ComparisonEditor
            key={at}
            number={`${number}.${at + 1}`}
            comparison={comparison}
            onChange={(next) => change(at, next)}
          />
        ))}
        <Group>
          <AddButton onClick={() => change(children.length, NEW_COMPARISON)}>Add to the group</AddButton>
        </Group>
      </Stack>
      <RemoveButton label={`Remove group ${number}`} onClick={() => onChange(undefined)} />
    </Group>
  );
}

interface ComparisonEditorProps {
  /** Its place, for screen readers. */
  number: string;
  comparison: Comparison;
  onChange: (comparison: Comparison | undefined) => void;
}

function ComparisonEditor({ number, comparison, onChange }: ComparisonEditorProps) {
  const { operator, value } = comparison;
  const set = (part: Partial<Comparison>) => onChange({ ...comparison, ...part });
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Group gap={6} flex={1} align="flex-start">
        <Autocomplete
          flex="2 1 150px"
          size="xs"
          aria-label={`Variable ${number}`}
          placeholder="subscriber.data.plan"
          data={VARIABLES}
          value={variableOf(comparison)}
          onChange={(variable) => set(readVariable(variable))}
        />
        <NativeSelect
          flex="1 1 110px"
          size="xs"
          aria-label={`Comparison ${number}`}
          data={OPERATORS}
          value={operator}
          onChange={({ currentTarget }) => set({ operator: currentTarget.value as Comparison['operator'] })}
        />
        <TextInput
          flex="1 1 110px"
          size="xs"
          aria-label={`Value ${number}`}
          placeholder={SEVERAL.has(operator) ? 'pro, team' : 'pro'}
          autoComplete="off"
          value={value}
          onChange={({ currentTarget }) => set({ value: currentTarget.value })}
        />
      </Group>
      <RemoveButton label={`Remove comparison ${number}`} onClick={() => onChange(undefined)} />
    </Group>
  );
}

function AddButton(props: { onClick: () => void; children: string }) {
  return <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} {...props} />;
}

function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" aria-label={label} onClick={onClick}>
      <X size={16} aria-hidden />
    </ActionIcon>
  );
}

/** A copy with another item at a place; without one, the item there is removed. */
function replaced<Item>(items: readonly Item[], at: number, item: Item | undefined): Item[] {
  return [...items.slice(0, at), ...(item === undefined ? [] : [item]), ...items.slice(at + 1)];
}
