import { JsonInput, type JsonInputProps } from '@mantine/core';

/** A JSON object, as text. */
export function JsonObjectInput(props: JsonInputProps) {
  return (
    <JsonInput
      autosize
      minRows={3}
      maxRows={16}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      {...props}
    />
  );
}
