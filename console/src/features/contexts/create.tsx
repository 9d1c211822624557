import { Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { checkJsonObject, jsonObjectOf, withJson } from '../../ui/json-object';
import { JsonObjectInput } from '../../ui/json-object-input';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';

/** The form for a new context. */
export function CreateContext() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { type: '', id: '', data: '' }, validate: { data: checkJsonObject } });
  const problem = useFormProblem(form);
  const bodyOf = ({ type, id, data }: typeof form.values) => ({
    type: type.trim(),
    id: id.trim(),
    data: jsonObjectOf(data),
  });
  const create = useChange({
    run: (values: typeof form.values) => responseOf(api(environment).POST('/v2/contexts', { body: bodyOf(values) })),
    resource: 'contexts',
    environment,
    done: 'Created',
    onDone: ({ data: { type, id } }) => navigate({ to: '/contexts/$type/$id', params: { type, id } }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create context"
        back={
          <TextLink to="/contexts" size="sm">
            Contexts
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v2/contexts', body: bodyOf(withJson(form.values)) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="Type"
              description="Such as tenant or region: lowercase letters, digits, - and _."
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('type')}
            />
            <TextInput
              label="ID"
              description="Your own ID, unique for its type. Type and ID cannot be changed later."
              required
              autoComplete="off"
              {...form.getInputProps('id')}
            />
            <JsonObjectInput
              label="Data"
              description="Templates read it as {{context.TYPE.data.plan}}"
              {...form.getInputProps('data')}
            />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/contexts" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="contexts:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  );
}
