import { Checkbox, Fieldset, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { Loaded } from '../../ui/loaded';
import { eventTypes, type Webhook } from './reads';

/** What a form has. */
export interface WebhookValues extends Record<string, unknown> {
  url: string;
  description: string;
  eventTypes: Webhook['eventTypes'];
  enabled: boolean;
}

interface WebhookFieldsProps {
  form: UseFormReturnType<WebhookValues>;
  disabled?: boolean;
}

/** The fields of a webhook, for creating and for editing. */
export function WebhookFields({ form, disabled = false }: WebhookFieldsProps) {
  const types = useQuery(query(eventTypes, useEnvironment()));
  return (
    <Stack>
      <TextInput
        label="Endpoint URL"
        description="Events are sent here by POST, signed. Such as https://hooks.example.com/carillon"
        type="url"
        required
        readOnly={disabled}
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <TextInput label="Description" readOnly={disabled} autoComplete="off" {...form.getInputProps('description')} />
      <Fieldset legend="Events" disabled={disabled}>
        <Text size="sm" c="dimmed" mb="xs">
          Choose none to receive all events.
        </Text>
        <Loaded query={types}>
          {({ data }) => (
            <Checkbox.Group {...form.getInputProps('eventTypes')} aria-label="Events">
              <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
                {data.map(({ type, description }) => (
                  <Checkbox key={type} value={type} label={type} description={description} size="xs" />
                ))}
              </SimpleGrid>
            </Checkbox.Group>
          )}
        </Loaded>
      </Fieldset>
      <Switch
        label="Active"
        description="Events are not recorded while it is inactive."
        disabled={disabled}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </Stack>
  );
}
