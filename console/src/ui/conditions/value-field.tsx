import { Group, NativeSelect, NumberInput, TagsInput, TextInput } from '@mantine/core';
import type { ValueKind, ValueType } from './operators';
import { AGO_UNITS, literalOf, textOfLiteral } from './values';

interface ValueFieldProps {
  label: string;
  kind: ValueKind;
  type: ValueType;
  /** The values that the variable may have. */
  choices?: readonly unknown[];
  value: unknown;
  readOnly: boolean;
  onChange: (value: unknown) => void;
}

/** What a variable is compared with, entered as its type needs it. */
export function ValueField(props: ValueFieldProps) {
  const { kind, label, value, readOnly, onChange } = props;
  switch (kind) {
    case 'none':
      return null;
    case 'one':
      return <OneValue {...props} />;
    case 'many':
      return <ManyValues {...props} />;
    case 'range': {
      const bounds = Array.isArray(value) ? (value as number[]) : [0, 0];
      return (
        <Group gap={6} wrap="nowrap" flex="1 1 150px">
          {['from', 'to'].map((name, index) => (
            <NumberInput
              key={name}
              aria-label={`${label} ${name}`}
              placeholder={name}
              size="xs"
              readOnly={readOnly}
              value={bounds[index] ?? 0}
              onChange={(next) => onChange(bounds.with(index, Number(next)))}
            />
          ))}
        </Group>
      );
    }
    case 'ago': {
      const { amount, unit } = value as { amount: number; unit: string };
      return (
        <Group gap={6} wrap="nowrap" flex="1 1 150px">
          <NumberInput
            aria-label={label}
            size="xs"
            min={0}
            readOnly={readOnly}
            value={amount}
            onChange={(next) => onChange({ amount: Number(next), unit })}
          />
          <NativeSelect
            aria-label={`${label}: unit`}
            size="xs"
            disabled={readOnly}
            value={unit}
            data={AGO_UNITS}
            onChange={({ currentTarget }) => onChange({ amount, unit: currentTarget.value })}
          />
        </Group>
      );
    }
  }
}

const FLEX = '1 1 110px';

function OneValue({ label, type, choices, value, readOnly, onChange }: ValueFieldProps) {
  if (type === 'boolean' && typeof value === 'boolean')
    return (
      <NativeSelect
        aria-label={label}
        size="xs"
        flex={FLEX}
        disabled={readOnly}
        value={String(value)}
        data={[
          { value: 'true', label: 'yes' },
          { value: 'false', label: 'no' },
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value === 'true')}
      />
    );
  if (choices && (value === '' || choices.includes(value)))
    return (
      <NativeSelect
        aria-label={label}
        size="xs"
        flex={FLEX}
        disabled={readOnly}
        value={textOfLiteral(value)}
        data={[...(value === '' ? [{ value: '', label: 'Select a value' }] : []), ...choices.map(textOfLiteral)]}
        onChange={({ currentTarget }) =>
          onChange(choices.find((one) => textOfLiteral(one) === currentTarget.value) ?? '')
        }
      />
    );
  const isText = (type === 'text' || type === 'date') && typeof value === 'string';
  return (
    <TextInput
      aria-label={label}
      placeholder={PLACEHOLDERS[type]}
      inputMode={type === 'number' ? 'decimal' : undefined}
      size="xs"
      flex={FLEX}
      readOnly={readOnly}
      autoComplete="off"
      value={isText || type === 'number' ? textIn(value) : textOfLiteral(value)}
      onChange={({ currentTarget: { value: next } }) => onChange(isText ? next : read(next, type))}
    />
  );
}

const PLACEHOLDERS: Record<ValueType, string> = {
  text: 'text',
  number: '5',
  boolean: 'yes or no',
  list: 'value',
  date: '2026-12-24',
  any: 'true, 5 or a text',
};

/** A number that is not complete yet, such as `1.`, stays as typed; so does a template. */
function read(text: string, type: ValueType): unknown {
  if (type !== 'number') return literalOf(text);
  return String(Number(text)) === text ? Number(text) : text;
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : textOfLiteral(value);
}

function ManyValues({ label, type, value, readOnly, onChange }: ValueFieldProps) {
  const values = Array.isArray(value) ? (value as unknown[]) : [];
  const isText = type === 'text' && values.every((one) => typeof one === 'string');
  return (
    <TagsInput
      aria-label={label}
      placeholder={values.length === 0 ? 'Enter after each' : undefined}
      size="xs"
      flex="1 1 150px"
      readOnly={readOnly}
      value={isText ? values : values.map(textOfLiteral)}
      onChange={(next) => onChange(isText ? next : next.map(literalOf))}
    />
  );
}
