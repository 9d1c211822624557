import { Fieldset, Stack, Text } from '@mantine/core';
import { conditionOf } from '../../../ui/conditions/model';
import { ConditionForm } from '../../../ui/conditions/condition-form';
import { useField } from './editor-context';

interface ConditionFieldProps {
  value: unknown;
  onChange: (value: unknown) => void;
}

/** When the step runs. */
export function ConditionField({ value, onChange }: ConditionFieldProps) {
  const { readOnly, variables, error, warning } = useField('skip');
  return (
    <Fieldset legend="Condition" p="sm">
      <Stack gap="xs" align="stretch">
        <Text size="xs" c="dimmed">
          {conditionOf(value)?.parts.length === 0
            ? 'The step always runs. Add a condition to skip it when the condition is not met.'
            : 'The step runs only if this is true. After a digest, the payload is that of the first event.'}
        </Text>
        <ConditionForm value={value} onChange={onChange} readOnly={readOnly} variables={variables} />
        {(error ?? warning) && (
          <Text size="xs" c="var(--mantine-color-error)">
            {error ?? `Warning: ${warning}`}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}
