import { Checkbox, Fieldset, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { BY_RESOURCE, CHOICES, type KeyPermission, type KeyValues, REACHES } from './grants';

interface KeyFieldsProps<Values extends KeyValues> {
  form: UseFormReturnType<Values>;
  disabled?: boolean;
  /** Said below the name. */
  aboutName?: string;
}

/** The fields of a key, for creating and for editing. */
export function KeyFields<Values extends KeyValues>({ form, disabled = false, aboutName }: KeyFieldsProps<Values>) {
  const { permissions } = form.getValues();
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        description={aboutName ?? 'What the key is for, such as Shop server.'}
        required
        disabled={disabled}
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <Radio.Group label="Permissions" {...form.getInputProps('permissions')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="xs">
          {CHOICES.map((choice) => (
            <Radio key={choice.value} {...choice} disabled={disabled} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {permissions === 'list' && <OwnList form={form} disabled={disabled} />}
      <Radio.Group label="Environments" {...form.getInputProps('reach')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt="xs">
          {REACHES.map((reach) => (
            <Radio key={reach.value} {...reach} disabled={disabled} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      <TextInput
        label="Expires"
        description="In your time zone. Leave empty for a key that never expires."
        type="datetime-local"
        maw={260}
        disabled={disabled}
        {...form.getInputProps('expiresAt')}
      />
    </Stack>
  );
}

function OwnList<Values extends KeyValues>({ form, disabled }: { form: UseFormReturnType<Values>; disabled: boolean }) {
  const { list } = form.getValues();
  const change = (permission: KeyPermission, chosen: boolean) => {
    const others = list.filter((one) => one !== permission);
    form.setFieldValue('list', (chosen ? [...others, permission] : others) as never);
  };
  return (
    <Fieldset legend="Custom permissions" disabled={disabled}>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        {BY_RESOURCE.map(({ resource, permissions }) => (
          <div key={resource}>
            <Text size="sm" fw={600} mb={4}>
              {resource}
            </Text>
            <Stack gap={4}>
              {permissions.map((permission) => (
                <Checkbox
                  key={permission}
                  size="xs"
                  label={permission}
                  checked={list.includes(permission)}
                  onChange={({ currentTarget }) => change(permission, currentTarget.checked)}
                />
              ))}
            </Stack>
          </div>
        ))}
      </SimpleGrid>
      {form.errors.list && (
        <Text size="sm" c="red" mt="xs" role="alert">
          {form.errors.list}
        </Text>
      )}
    </Fieldset>
  );
}
