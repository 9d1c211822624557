import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { labelOf } from './control-schema';
import { useField } from './editor-context';
import { About, type ControlFieldProps } from './field-about';

interface Pair {
  key: string;
  value: string;
}

/** A list of names with values, such as headers. */
export function PairsField({ path, name, value, onChange }: ControlFieldProps) {
  const { readOnly, error, warning } = useField(path);
  const pairs = Array.isArray(value) ? (value as Pair[]) : [];
  const change = (next: Pair[]) => onChange(next.length > 0 ? next : undefined);
  const set = (index: number, part: Partial<Pair>) =>
    change(pairs.map((pair, place) => (place === index ? { ...pair, ...part } : pair)));
  return (
    <Fieldset legend={labelOf(name)} p="sm">
      <Stack gap="xs" align="flex-start">
        <About name={name} warning={warning} error={error} />
        {pairs.map((pair, index) => (
          // eslint-disable-next-line react/no-array-index-key -- pairs have no name of their own
          <Group key={index} gap="xs" wrap="nowrap" w="100%">
            <TextInput
              aria-label={`${labelOf(name)}: name ${index + 1}`}
              placeholder="Name"
              value={pair.key}
              readOnly={readOnly}
              flex={1}
              onChange={({ currentTarget }) => set(index, { key: currentTarget.value })}
            />
            <TextInput
              aria-label={`${labelOf(name)}: value ${index + 1}`}
              placeholder="Value"
              value={pair.value}
              readOnly={readOnly}
              flex={2}
              onChange={({ currentTarget }) => set(index, { value: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              aria-label={`Remove ${pair.key || `pair ${index + 1}`}`}
              disabled={readOnly}
              onClick={() => change(pairs.toSpliced(index, 1))}
            >
              <X size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          disabled={readOnly}
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => change([...pairs, { key: '', value: '' }])}
        >
          Add a pair
        </Button>
      </Stack>
    </Fieldset>
  );
}
