import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Draft } from '../draft';

type Unit = NonNullable<NonNullable<Draft['expiresIn']>['unit']>;

const UNITS: Unit[] = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'];

interface FieldProps {
  value: Draft['expiresIn'];
  readOnly: boolean;
  onChange: (value: Draft['expiresIn']) => void;
}

/** How long the messages of a workflow are worth sending; empty: as long as it takes. */
export function ExpiryField({ value, readOnly, onChange }: FieldProps) {
  // The unit is kept while there is no number.
  const [unit, setUnit] = useState<Unit>(value?.unit ?? 'hours');
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        type="number"
        label="Expires after"
        description="Messages not sent within this time after the trigger are skipped. Leave empty for never."
        min={1}
        style={{ flex: 1 }}
        value={value?.amount ?? ''}
        readOnly={readOnly}
        onChange={({ currentTarget: { value: amount } }) =>
          onChange(Number(amount) > 0 ? { amount: Number(amount), unit } : null)
        }
      />
      <NativeSelect
        aria-label="Expiry unit"
        data={UNITS}
        value={unit}
        disabled={readOnly}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as Unit;
          setUnit(chosen);
          if (value) onChange({ ...value, unit: chosen });
        }}
      />
    </Group>
  );
}
