import { Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { refresh } from '../../api/read';
import { useRefusal, useSession } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { PermittedButton } from '../../ui/permitted';
import type { Member } from './reads';
import { RoleFields } from './role-fields';
import { environmentRolesOf, roleValues } from './roles';

/** The form for the name and the roles of a member. */
export function EditMember({ member }: { member: Member }) {
  const { _id: memberId, name, role, environmentRoles } = member;
  const client = useQueryClient();
  const { account } = useSession();
  const permission = role === 'owner' ? 'owners:write' : 'members:write';
  const mayNot = useRefusal(permission) !== undefined;
  const form = useForm({ initialValues: { name: name ?? '', ...roleValues(role, environmentRoles) } });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: typeof form.values) =>
      responseOf(
        api().PATCH('/v1/members/{memberId}', {
          params: { path: { memberId } },
          body: {
            name: values.name.trim() || null,
            role: values.role,
            environmentRoles: environmentRolesOf(values),
          },
        }),
      ),
    resource: 'members',
    environment: undefined,
    done: 'Saved. Other roles count within a second',
    // What one may do oneself may have changed.
    onDone: () => (memberId === account.id ? refresh(client, 'session') : undefined),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    save.mutate(values);
  });
  return (
    <Paper withBorder p="md" maw={760} mb="md">
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput label="Name" readOnly={mayNot} autoComplete="off" {...form.getInputProps('name')} />
          <RoleFields form={form} disabled={mayNot} />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton permission={permission} type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save
            </PermittedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
