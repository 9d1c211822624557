import { Button, Group, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useSession } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';

const SHOW = { 'aria-label': 'Show the password' };

/** A new password, for those who have one. */
export function ChangePassword() {
  const { account } = useSession();
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } });
  const problem = useFormProblem(form);
  const change = useChange({
    run: (body: typeof form.values) => responseOf(api().PUT('/v1/session/password', { body })),
    resource: 'session',
    environment: undefined,
    done: 'The password was changed, and you were signed out everywhere else',
    onDone: () => form.reset(),
    onProblem: problem.show,
  });
  if (!account.hasPassword)
    return <Text size="sm">You sign in at the OpenID provider of your organization; there is no password here.</Text>;
  const submit = form.onSubmit((values) => {
    problem.clear();
    change.mutate(values);
  });
  return (
    <Paper withBorder p="md" maw={480}>
      <form onSubmit={submit}>
        <Stack>
          <input type="hidden" name="username" autoComplete="username" value={account.email} readOnly />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={SHOW}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordInput
            label="New password"
            description="10 to 200 characters; a few words are easy to remember and hard to guess."
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={SHOW}
            {...form.getInputProps('newPassword')}
          />
          {problem.alert}
          <Group justify="flex-end">
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
