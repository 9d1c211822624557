import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useField } from '../editor-context';
import { ScheduleField } from './schedule-field';
import type { Blank } from './sentence';

interface BlankFieldProps {
  blank: Blank;
  /** Undefined empties it. */
  onChange: (value: unknown) => void;
}

/** A time of day that a field for times can show; others are templates. */
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** One blank of a sentence. */
export function BlankField({ blank: { path, input, label, value, units = [] }, onChange }: BlankFieldProps) {
  const { readOnly, error, warning } = useField(path);
  const common = { 'aria-label': label, 'data-field': path, error: error ?? warning, size: 'xs' } as const;
  const text = typeof value === 'string' ? value : '';
  switch (input) {
    case 'amount':
    case 'count':
      return (
        <NumberInput
          {...common}
          w={90}
          min={input === 'count' ? 1 : 0}
          allowDecimal={input === 'amount'}
          placeholder={input === 'count' ? '1' : undefined}
          readOnly={readOnly}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(next === '' ? undefined : Number(next))}
        />
      );
    case 'unit':
      return (
        <NativeSelect
          {...common}
          w={120}
          disabled={readOnly}
          value={text}
          data={[...(text === '' ? [{ value: '', label: 'unit' }] : []), ...units]}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      );
    case 'time':
      return (
        <TextInput
          {...common}
          w={130}
          type={text === '' || TIME.test(text) ? 'time' : 'text'}
          readOnly={readOnly}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      );
    case 'schedule':
      return <ScheduleField path={path} cron={text} onChange={onChange} />;
    case 'key':
      return (
        <TextInput
          {...common}
          w={200}
          placeholder="payload.orderId"
          autoComplete="off"
          readOnly={readOnly}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      );
  }
}
