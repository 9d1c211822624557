import { JsonInput, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Schemas } from '../../api/client';

type Fields = Schemas['PatchSubscriberDto'];

/** What is entered: everything as text. */
export type SubscriberValues = Record<(typeof TEXTS)[number]['name'] | 'data', string>;

const TEXTS = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', description: 'With the country, such as +4915112345678' },
  { name: 'locale', label: 'Language', description: 'Such as en or de_DE' },
  { name: 'timezone', label: 'Time zone', description: 'Such as Europe/Berlin' },
  { name: 'avatar', label: 'Address of a picture' },
] as const satisfies readonly { name: keyof Fields; label: string; description?: string; type?: string }[];

/** What a form begins with: nothing, or what is stored. */
export function valuesOf(stored: Partial<Schemas['SubscriberDto']> = {}): SubscriberValues {
  const texts = Object.fromEntries(TEXTS.map(({ name }) => [name, stored[name] ?? '']));
  return { ...texts, data: stored.data ? JSON.stringify(stored.data, null, 2) : '' } as SubscriberValues;
}

/** The body of a request: what was left empty is null, which clears it. `data` was checked by the form. */
export function fieldsOf({ data, ...texts }: SubscriberValues): Fields {
  const fields = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null]));
  return { ...fields, data: data.trim() === '' ? null : (JSON.parse(data) as Record<string, unknown>) };
}

/** Says what is wrong with the text of `data` before it is sent. */
export function checkData(data: string): string | null {
  if (data.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(data);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? null : 'Must be a JSON object, such as { "plan": "pro" }';
  } catch {
    return 'This is no JSON: check quotes and commas';
  }
}

interface SubscriberFieldsProps<Values extends SubscriberValues> {
  form: UseFormReturnType<Values>;
  readOnly?: boolean;
}

/** The fields of a subscriber, for creating and for editing. */
export function SubscriberFields<Values extends SubscriberValues>({ form, readOnly }: SubscriberFieldsProps<Values>) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {TEXTS.map(({ name, ...look }) => (
          <TextInput key={name} {...look} readOnly={readOnly} autoComplete="off" {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      <JsonInput
        label="Data"
        description="Anything for templates and conditions, as a JSON object: {{subscriber.data.plan}}"
        autosize
        minRows={3}
        maxRows={16}
        readOnly={readOnly}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...form.getInputProps('data')}
      />
    </>
  );
}
