import { ColorInput, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { refresh } from '../../api/read';
import { useEnvironment, useSession } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';

/** The form for a new environment, which is chosen once it is there. */
export function CreateEnvironment() {
  const environment = useEnvironment();
  const { environments } = useSession();
  const client = useQueryClient();
  const router = useRouter();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '', parentId: '', color: '' } });
  const problem = useFormProblem(form);
  const bodyOf = ({ name, parentId, color }: typeof form.values) => ({
    name: name.trim(),
    ...(parentId && { parentId }),
    ...(color && { color }),
  });
  const create = useChange({
    run: (values: typeof form.values) =>
      responseOf(api(environment).POST('/v1/environments', { body: bodyOf(values) })),
    resource: 'environments',
    environment,
    done: 'Created',
    // The list of environments at the top is that of the session.
    onDone: async ({ data }) => {
      await refresh(client, 'session');
      await navigate({ to: '/overview', search: { env: data.identifier } as never });
      await router.invalidate();
    },
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create environment"
        about="A new environment is empty and has its own API keys. Publish workflows to it, or create them there."
        back={
          <TextLink to="/environments" size="sm">
            Environments
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v1/environments', body: bodyOf(form.values) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="Name"
              description="Such as Staging."
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            <Select
              label="Receives from"
              description="The environment that publishes to this one."
              placeholder="None"
              clearable
              data={environments.map(({ id, name }) => ({ value: id, label: name }))}
              {...form.getInputProps('parentId')}
            />
            <ColorInput
              label="Color"
              description="Marks this environment in the console."
              eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
              {...form.getInputProps('color')}
            />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/environments" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="environments:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  );
}
