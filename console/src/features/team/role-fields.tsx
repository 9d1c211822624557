import { Fieldset, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useSession } from '../../api/session';
import { MEMBER_ROLES, ROLE_WORDS, type RoleValues } from './roles';

interface RoleFieldsProps<Values extends RoleValues> {
  form: UseFormReturnType<Values>;
  disabled?: boolean;
}

/** The role in the organization, and in environments where it differs. */
export function RoleFields<Values extends RoleValues>({ form, disabled = false }: RoleFieldsProps<Values>) {
  const { account, environments } = useSession();
  const mayMakeOwners = account.role === 'owner';
  const options = MEMBER_ROLES.map((role) => ({
    value: role,
    label: role,
    disabled: role === 'owner' && !mayMakeOwners,
  }));
  const { role, environmentRoles } = form.getValues();
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Role"
        description={`${ROLE_WORDS[role]}.${mayMakeOwners ? '' : ' Only owners can add owners.'}`}
        disabled={disabled}
        data={options}
        {...form.getInputProps('role')}
      />
      <Fieldset legend="Environments" variant="default" disabled={disabled}>
        <Text size="sm" c="dimmed" mb="xs">
          Override the role per environment. Authors in Development are often viewers in Production.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {environments.map(({ id, name }) => (
            <NativeSelect
              key={id}
              label={name}
              value={environmentRoles[id] ?? ''}
              onChange={({ currentTarget }) =>
                form.setFieldValue(`environmentRoles.${id}`, currentTarget.value as never)
              }
              data={[{ value: '', label: `As above (${role})` }, ...options]}
            />
          ))}
        </SimpleGrid>
        {form.errors.environmentRoles && (
          <Text size="sm" c="red" mt="xs">
            {form.errors.environmentRoles}
          </Text>
        )}
      </Fieldset>
    </Stack>
  );
}
