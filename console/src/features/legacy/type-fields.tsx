import { Autocomplete, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query, read } from '../../api/read';
import { useEnvironment } from '../../api/session';
import type { NotificationType } from './reads';

/** What is entered. */
export type TypeValues = Record<'workflowId' | 'text' | 'link' | 'bundleSegment', string>;

/** What a form begins with: nothing, or what is stored. */
export function valuesOf({
  workflowId = '',
  text = '',
  link = '',
  bundleSegment = '',
}: Partial<NotificationType> = {}): TypeValues {
  return { workflowId, text, link, bundleSegment };
}

interface TypeFieldsProps<Values extends TypeValues> {
  form: UseFormReturnType<Values>;
  readOnly?: boolean;
}

/** The fields of a notification type, for creating and for editing. */
export function TypeFields<Values extends TypeValues>({ form, readOnly }: TypeFieldsProps<Values>) {
  return (
    <>
      <WorkflowInput
        label="Workflow"
        description="The workflow that sends it. Its templates can use {{legacy.text}}."
        required
        readOnly={readOnly}
        {...form.getInputProps('workflowId')}
      />
      <Textarea
        label="Text"
        description="Text of the notification, with values of the request: Order {{order}} is on its way"
        required
        autosize
        readOnly={readOnly}
        {...form.getInputProps('text')}
      />
      <TextInput
        label="Link"
        description="Page that opens on click, such as /orders/{{order}}. Optional."
        readOnly={readOnly}
        autoComplete="off"
        {...form.getInputProps('link')}
      />
      <TextInput
        label="Bundle"
        description="Groups notifications of a person that have the same value. Optional."
        readOnly={readOnly}
        autoComplete="off"
        {...form.getInputProps('bundleSegment')}
      />
    </>
  );
}

interface WorkflowInputProps {
  label: string;
  description: string;
  required: boolean;
  readOnly: boolean | undefined;
  value?: string;
  onChange?: (value: string) => void;
}

/** The id of a workflow, with suggestions. */
function WorkflowInput({ value = '', ...props }: WorkflowInputProps) {
  const [wanted] = useDebouncedValue(value, 300);
  const request = read('/v2/workflows', { query: { query: wanted || undefined, limit: 20, orderBy: 'name' } });
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  const found = page.data?.data.workflows ?? [];
  return (
    <Autocomplete
      {...props}
      value={value}
      data={found.map(({ workflowId }) => workflowId)}
      // The API has searched, by names, too.
      filter={({ options }) => options}
    />
  );
}
