import { SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Schemas } from '../../api/client';
import { jsonObjectOf, jsonTextOf } from '../../ui/json-object';
import { JsonObjectInput } from '../../ui/json-object-input';

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
  { name: 'avatar', label: 'Avatar URL' },
] as const satisfies readonly { name: keyof Fields; label: string; description?: string; type?: string }[];

/** What a form begins with: nothing, or what is stored. */
export function valuesOf(stored: Partial<Schemas['SubscriberDto']> = {}): SubscriberValues {
  const texts = Object.fromEntries(TEXTS.map(({ name }) => [name, stored[name] ?? '']));
  return { ...texts, data: jsonTextOf(stored.data) } as SubscriberValues;
}

/** The body of a request: what was left empty is null, which clears it. `data` was checked by the form. */
export function fieldsOf({ data, ...texts }: SubscriberValues): Fields {
  const fields = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null]));
  return { ...fields, data: jsonObjectOf(data) ?? null };
}

interface SubscriberFieldsProps<Values extends SubscriberValues> {
  form: UseFormReturnType<Values>;
  readOnly?: boolean;
}

/** The fields of a subscriber, for creating and for editing. */
export function SubscriberFields<Values extends SubscriberValues>({ form, readOnly }: SubscriberFieldsProps<Values>) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
        {TEXTS.map(({ name, ...look }) => (
          <TextInput key={name} {...look} readOnly={readOnly} autoComplete="off" {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      <JsonObjectInput
        label="Data"
        description="Anything for templates and conditions, as a JSON object: {{subscriber.data.plan}}"
        readOnly={readOnly}
        {...form.getInputProps('data')}
      />
    </>
  );
}
