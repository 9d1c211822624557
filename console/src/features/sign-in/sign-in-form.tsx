import { Alert, Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { api, responseOf } from '../../api/client';
import { Problem } from '../../api/problem';
import { query, read } from '../../api/read';
import { useFormProblem } from '../../ui/form-problem';
import { Loaded } from '../../ui/loaded';
import { ForgotPassword } from './forgot-password';
import { useGoIn } from './go-in';
import { WithoutAccount } from './without-account';
import { insidePath } from './inside-path';

interface SignInFormProps {
  returnTo: string | undefined;
  /** Whether a session has ended while the console was open. */
  hasEnded: boolean;
}

/** Email, password and second factor; single sign-on where there is a provider. */
export function SignInForm({ returnTo, hasEnded }: SignInFormProps) {
  const ways = useQuery(query(read('/v1/session/providers', {})));
  return (
    <Stack>
      {hasEnded && <Alert color="yellow">Your session has ended. Sign in again to go on where you were.</Alert>}
      <Loaded query={ways}>
        {({ data: { password, oidc } }) => (
          <>
            {oidc && (
              <Button
                component="a"
                href={`${oidc.url}?returnTo=${encodeURIComponent(`/console${insidePath(returnTo)}`)}`}
                variant={password === 'all' ? 'default' : 'filled'}
                leftSection={<LogIn size={16} aria-hidden />}
              >
                Sign in with {oidc.name}
              </Button>
            )}
            {oidc && password !== 'off' && <Divider label={password === 'owners' ? 'or, as an owner' : 'or'} />}
            {password !== 'off' && <PasswordForm returnTo={returnTo} />}
            {password !== 'off' && <ForgotPassword />}
          </>
        )}
      </Loaded>
      <WithoutAccount returnTo={returnTo} />
    </Stack>
  );
}

function PasswordForm({ returnTo }: { returnTo: string | undefined }) {
  const goIn = useGoIn();
  const form = useForm({ initialValues: { email: '', password: '', code: '' } });
  const problem = useFormProblem(form);
  const signIn = useMutation({
    mutationFn: ({ code, ...credentials }: typeof form.values) =>
      responseOf(api().POST('/v1/session', { body: { ...credentials, ...(code !== '' && { code }) } })),
    // 401 is about what was entered: there is no session that could have ended.
    meta: { asksWhoIsThere: true },
    onSuccess: () => goIn(returnTo),
    onError: (error) => {
      if (needsCode(error) && form.values.code === '') problem.clear();
      else problem.show(error);
    },
  });
  const asksCode = needsCode(signIn.error) || form.values.code !== '';
  const submit = form.onSubmit((values) => {
    problem.clear();
    signIn.mutate(values);
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.getInputProps('password')}
        />
        {asksCode && (
          <TextInput
            label="Code"
            description="The six digits that your authenticator app shows, or a recovery code."
            autoComplete="one-time-code"
            required
            autoFocus
            {...form.getInputProps('code')}
          />
        )}
        {problem.alert}
        <Button type="submit" loading={signIn.isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

function needsCode(error: unknown): boolean {
  return error instanceof Problem && (error.body as { secondFactorRequired?: boolean }).secondFactorRequired === true;
}
