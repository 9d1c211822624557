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
import { TypeFields, valuesOf } from './type-fields';

/** The form for a new notification type of an application. */
export function CreateNotificationType({ applicationId }: { applicationId: string }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { identifier: '', ...valuesOf() } });
  const problem = useFormProblem(form);
  const create = useChange({
    run: (values: typeof form.values) =>
      responseOf(
        api(environment).POST('/v1/legacy/applications/{applicationId}/types', {
          params: { path: { applicationId } },
          body: values,
        }),
      ),
    resource: 'legacy',
    environment,
    done: 'Created',
    onDone: ({ data: { identifier } }) =>
      navigate({
        to: '/legacy/$applicationId/types/$typeIdentifier',
        params: { applicationId, typeIdentifier: identifier },
      }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create notification type"
        about={`Of ${applicationId}.`}
        back={
          <TextLink to="/legacy/$applicationId" params={{ applicationId }} size="sm">
            The application
          </TextLink>
        }
      >
        <AsCurl
          request={{
            method: 'POST',
            path: '/v1/legacy/applications/{applicationId}/types',
            params: { path: { applicationId } },
            body: form.values,
          }}
        />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="Identifier"
              description="The type that requests name, unique in the application. It cannot be changed later."
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('identifier')}
            />
            <TypeFields form={form} />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/legacy/$applicationId" params={{ applicationId }} variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="legacy:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  );
}
