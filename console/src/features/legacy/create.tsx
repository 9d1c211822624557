import { Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { Credentials } from './credentials';

/** The form for a new application, whose credentials are shown once. */
export function CreateApplication() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { name: '' } });
  const problem = useFormProblem(form);
  const bodyOf = ({ name }: typeof form.values) => (name.trim() ? { name: name.trim() } : {});
  const create = useChange({
    run: (values: typeof form.values) =>
      responseOf(api(environment).POST('/v1/legacy/applications', { body: bodyOf(values) })),
    resource: 'legacy',
    environment,
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  const made = create.data?.data;
  const leave = () => {
    create.reset();
    if (made) void navigate({ to: '/legacy/$applicationId', params: { applicationId: made.applicationId } });
  };
  return (
    <>
      <PageHeader
        title="Create legacy application"
        about={`For ${environment.name}.`}
        back={
          <TextLink to="/legacy" size="sm">
            Legacy applications
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v1/legacy/applications', body: bodyOf(form.values) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="Name"
              description="Which program it is, such as Shop. It cannot be changed later."
              autoFocus
              autoComplete="off"
              {...form.getInputProps('name')}
            />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/legacy" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="legacy:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
      <Credentials application={made} onClose={leave} />
    </>
  );
}
