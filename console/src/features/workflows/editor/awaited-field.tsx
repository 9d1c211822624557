import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { labelOf } from './control-schema';
import { useField } from './editor-context';
import { About, type ControlFieldProps } from './field-about';

interface Awaited {
  status?: string;
  stepId?: string;
  event?: string;
}

const EVENT = 'event';

/** What ends a wait before its timeout: statuses of the messages of earlier steps, and events of the application. */
export function AwaitedField({ path, name, control, value, onChange }: ControlFieldProps) {
  const { readOnly, error, warning, variables, problemsBelow } = useField(path);
  const entries = Array.isArray(value) ? (value as Awaited[]) : [];
  const statuses = control.items?.properties?.['status']?.enum ?? [];
  const earlier = Object.entries(variables?.properties?.['steps']?.properties ?? {}).flatMap(
    ([stepId, { properties }]) => (properties?.['delivered'] ? [stepId] : []),
  );
  const change = (next: Awaited[]) => onChange(next.length > 0 ? next : undefined);
  const set = (index: number, entry: Awaited) => change(entries.with(index, entry));
  const choose = (index: number, kind: string) =>
    set(
      index,
      kind === EVENT ? { event: '' } : { status: kind, stepId: entries[index]?.stepId ?? earlier.at(-1) ?? '' },
    );
  return (
    <Fieldset legend={labelOf(name)} p="sm">
      <Stack gap="xs" align="flex-start">
        <About name={name} warning={warning} error={error ?? problemsBelow[0]} />
        {entries.map((entry, index) => (
          // eslint-disable-next-line react/no-array-index-key -- entries have no name of their own
          <Group key={index} gap="xs" w="100%">
            <NativeSelect
              aria-label={`What ends the wait: ${index + 1}`}
              value={entry.event === undefined ? entry.status : EVENT}
              disabled={readOnly}
              data={[
                ...statuses.map((status) => ({ value: status, label: `is ${status}` })),
                { value: EVENT, label: 'Event' },
              ]}
              onChange={({ currentTarget }) => choose(index, currentTarget.value)}
            />
            {entry.event === undefined ? (
              <NativeSelect
                aria-label={`Step: ${index + 1}`}
                value={entry.stepId}
                disabled={readOnly}
                data={[...new Set([...earlier, ...(entry.stepId === undefined ? [] : [entry.stepId])])]}
                flex={1}
                onChange={({ currentTarget }) => set(index, { ...entry, stepId: currentTarget.value })}
              />
            ) : (
              <TextInput
                aria-label={`Name of the event: ${index + 1}`}
                placeholder="order.paid"
                value={entry.event}
                readOnly={readOnly}
                autoComplete="off"
                flex={1}
                onChange={({ currentTarget }) => set(index, { event: currentTarget.value })}
              />
            )}
            <ActionIcon
              variant="subtle"
              aria-label={`Remove ${index + 1}`}
              disabled={readOnly}
              onClick={() => change(entries.toSpliced(index, 1))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={readOnly || earlier.length === 0}
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => change([...entries, { status: 'read', stepId: earlier.at(-1) }])}
          >
            Add a status
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={readOnly}
            leftSection={<Plus size={14} aria-hidden />}
            onClick={() => change([...entries, { event: '' }])}
          >
            Add an event
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
