import { Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { LinkShown } from './link-shown';
import { RoleFields } from './role-fields';
import { environmentRolesOf, roleValues } from './roles';

/** The form of an invitation, and the link that it makes. */
export function Invite() {
  // The environment decides with which integration the link is sent.
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { email: '', name: '', ...roleValues('viewer') } });
  const problem = useFormProblem(form);
  const bodyOf = (values: typeof form.values) => {
    const { email, name, role } = values;
    const body = { email: email.trim(), role, environmentRoles: environmentRolesOf(values) };
    return name.trim() ? { ...body, name: name.trim() } : body;
  };
  const invite = useChange({
    run: (values: typeof form.values) => responseOf(api(environment).POST('/v1/invitations', { body: bodyOf(values) })),
    resource: 'invitations',
    environment: undefined,
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    invite.mutate(values);
  });
  const leave = () => {
    invite.reset();
    void navigate({ to: '/team', search: { tab: 'invitations' } });
  };
  return (
    <>
      <PageHeader
        title="Invite member"
        back={
          <TextLink to="/team" size="sm">
            Team
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v1/invitations', body: bodyOf(form.values) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="Email"
              description="They sign in with it. A new invitation replaces an earlier one."
              type="email"
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('email')}
            />
            <TextInput
              label="Name"
              description="They can change it later."
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <RoleFields form={form} />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/team" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="members:write" type="submit" loading={invite.isPending}>
                Send invitation
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
      <LinkShown
        issued={invite.data?.data}
        title="Invitation link"
        what={`${invite.data?.data.invitation.email ?? ''} can join with it.`}
        onClose={leave}
      />
    </>
  );
}
