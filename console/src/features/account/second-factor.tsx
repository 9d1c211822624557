import { Button, Group, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { useSession } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { ConfirmSecondFactor } from './confirm-second-factor';
import { RecoveryCodes } from './recovery-codes';
import { RemoveSecondFactor } from './remove-second-factor';

/** Setting up the second factor, or switching it off. */
export function SecondFactor() {
  const { account } = useSession();
  const [secret, setSecret] = useState<Schemas['SecondFactorSecretDto']>();
  const [codes, setCodes] = useState<string[]>();
  if (!account.hasPassword)
    return <Text size="sm">You sign in at the OpenID provider of your organization, which may ask for more.</Text>;
  return (
    <Paper withBorder p="md" maw={560}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
      ) : account.hasSecondFactor ? (
        <RemoveSecondFactor left={account.recoveryCodesLeft ?? 0} />
      ) : secret ? (
        <ConfirmSecondFactor secret={secret} onConfirmed={setCodes} />
      ) : (
        <Begin onSecret={setSecret} />
      )}
    </Paper>
  );
}

function Begin({ onSecret }: { onSecret: (secret: Schemas['SecondFactorSecretDto']) => void }) {
  const form = useForm({ initialValues: { password: '' } });
  const problem = useFormProblem(form);
  const begin = useChange({
    run: (body: typeof form.values) => responseOf(api().POST('/v1/session/second-factor', { body })),
    resource: 'session',
    environment: undefined,
    onDone: ({ data }) => onSecret(data),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    begin.mutate(values);
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Two-factor authentication asks for a code from an authenticator app besides your password. A person who learns
          your password cannot sign in with it alone.
        </Text>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.getInputProps('password')}
        />
        {problem.alert}
        <Group justify="flex-end">
          <Button type="submit" loading={begin.isPending}>
            Set up
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
