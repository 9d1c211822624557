import { JsonInput, type JsonInputProps } from '@mantine/core';
import { checkJsonObject } from './json-object';

/** A JSON object, as text. */
export function JsonObjectInput({ value = '', ...props }: JsonInputProps) {
  return (
    <JsonInput
      autosize
      minRows={3}
      maxRows={16}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      // It checks by itself when it is left, and shows this in place of the error of a form.
      validationError={checkJsonObject(value)}
      value={value}
      {...props}
    />
  );
}
