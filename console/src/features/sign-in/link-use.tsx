import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf, type Schemas } from '../../api/client';
import { Outside } from '../../shell/outside';
import { useFormProblem } from '../../ui/form-problem';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { useGoIn } from './go-in';

type LinkDetails = Schemas['LinkDetailsDto'];

const TITLES: Record<LinkDetails['purpose'], string> = {
  setup: 'Set up Carillon',
  invitation: 'Accept the invitation',
  reset: 'Choose a new password',
};

/** What a one-time link is for, and its use. */
export function LinkUse({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => responseOf(api().POST('/v1/invitations/lookup', { body: { token } })),
    meta: { asksWhoIsThere: true },
  });
  return (
    <Outside title={link.data ? TITLES[link.data.data.purpose] : 'One-time link'}>
      <Stack>
        <Loaded query={link}>{({ data }) => <LinkForm token={token} link={data} />}</Loaded>
        {link.error && (
          <TextLink to="/sign-in" size="sm">
            Sign in instead
          </TextLink>
        )}
      </Stack>
    </Outside>
  );
}

function LinkForm({ token, link }: { token: string; link: LinkDetails }) {
  const { purpose, email } = link;
  const goIn = useGoIn();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { email: email ?? '', name: link.name ?? '', password: '' } });
  const problem = useFormProblem(form);
  const use = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const { password, name } = values;
      if (purpose === 'reset') return responseOf(api().POST('/v1/session/reset', { body: { token, password } }));
      const body = { token, password, ...(name && { name }), ...(email === undefined && { email: values.email }) };
      return responseOf(api().POST('/v1/invitations/accept', { body }));
    },
    meta: { asksWhoIsThere: true },
    onSuccess: () => (purpose === 'reset' ? void navigate({ to: '/sign-in' }) : goIn()),
    onError: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    use.mutate(values);
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm" c="dimmed">
          {introductionOf(link)}
        </Text>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          readOnly={email !== undefined}
          autoFocus={email === undefined}
          {...form.getInputProps('email')}
        />
        {purpose !== 'reset' && <TextInput label="Your name" autoComplete="name" {...form.getInputProps('name')} />}
        <PasswordInput
          label="New password"
          description="10 to 200 characters; a few words are easy to remember and hard to guess."
          autoComplete="new-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          {...form.getInputProps('password')}
        />
        {problem.alert}
        <Button type="submit" loading={use.isPending}>
          {purpose === 'reset' ? 'Change password' : 'Sign in'}
        </Button>
      </Stack>
    </form>
  );
}

function introductionOf({ purpose, organization, role }: LinkDetails): string {
  switch (purpose) {
    case 'setup':
      return 'You are the first here: the owner, who may do everything and invites the others.';
    case 'invitation':
      return `You become a member of ${organization}${role === undefined || role === 'none' ? '' : ` as ${role}`}.`;
    case 'reset':
      return 'You will be signed out everywhere, and sign in with the new password.';
  }
}
