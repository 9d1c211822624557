import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useFormProblem } from '../../ui/form-problem';

/** Switches the second factor off. */
export function RemoveSecondFactor({ left }: { left: number }) {
  const form = useForm({ initialValues: { password: '', code: '' } });
  const problem = useFormProblem(form);
  const remove = useChange({
    run: (body: typeof form.values) => responseOf(api().DELETE('/v1/session/second-factor', { body })),
    resource: 'session',
    environment: undefined,
    done: 'Two-factor authentication is off',
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    remove.mutate(values);
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Two-factor authentication is on, with {left} recovery {left === 1 ? 'code' : 'codes'} left. For new codes,
          turn it off and set it up again.
        </Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.getInputProps('password')}
        />
        <TextInput
          label="Code"
          description="Of the app, or a recovery code."
          autoComplete="one-time-code"
          required
          {...form.getInputProps('code')}
        />
        {problem.alert}
        <Group justify="flex-end">
          <Button type="submit" color="red" variant="outline" loading={remove.isPending}>
            Switch off
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
