import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Topic } from './reads';

/** What is entered. */
export interface TopicValues extends Record<string, unknown> {
  name: string;
  selfSubscribe: boolean;
}

/** What a form begins with: nothing, or what is stored. */
export function valuesOf({ name = '', selfSubscribe = false }: Partial<Topic> = {}): TopicValues {
  return { name, selfSubscribe };
}

/** The body of a request. */
export function fieldsOf({ name, selfSubscribe }: TopicValues) {
  return { ...(name.trim() !== '' && { name: name.trim() }), selfSubscribe };
}

interface TopicFieldsProps<Values extends TopicValues> {
  form: UseFormReturnType<Values>;
  readOnly?: boolean;
}

/** The fields of a topic, for creating and for editing. */
export function TopicFields<Values extends TopicValues>({ form, readOnly }: TopicFieldsProps<Values>) {
  return (
    <>
      <TextInput label="Name" readOnly={readOnly} autoComplete="off" {...form.getInputProps('name')} />
      <Checkbox
        label="Self-subscribe in the inbox widget"
        description="If off, only your server adds subscribers. People can always unsubscribe."
        disabled={readOnly}
        {...form.getInputProps('selfSubscribe', { type: 'checkbox' })}
      />
    </>
  );
}
