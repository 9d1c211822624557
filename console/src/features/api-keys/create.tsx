import { Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { ButtonLink, TextLink } from '../../ui/links';
import { fromLocal } from '../../ui/local-time';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { ShownOnce } from '../../ui/shown-once';
import { KeyFields } from './fields';
import { checkList, grantOf, type KeyValues } from './grants';

/** The form for a new key, which is shown once. */
export function CreateKey() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const initialValues: KeyValues = { name: '', permissions: 'trigger', list: [], reach: 'own', expiresAt: '' };
  const form = useForm({ initialValues, validate: { list: checkList } });
  const problem = useFormProblem(form);
  const bodyOf = (values: KeyValues) => ({
    name: values.name,
    permissions: grantOf(values),
    reach: values.reach,
    expiresAt: fromLocal(values.expiresAt) ?? null,
  });
  const create = useChange({
    run: (values: KeyValues) => responseOf(api(environment).POST('/v1/api-keys', { body: bodyOf(values) })),
    resource: 'api-keys',
    environment,
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  const leave = () => {
    create.reset();
    void navigate({ to: '/api-keys' });
  };
  return (
    <>
      <PageHeader
        title="Create API key"
        about={`For ${environment.name}.`}
        back={
          <TextLink to="/api-keys" size="sm">
            API keys
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v1/api-keys', body: bodyOf(form.values) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <KeyFields form={form} />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/api-keys" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="api-keys:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
      <ShownOnce text={create.data?.data.key} title={`API key ${create.data?.data.name ?? ''}`} onClose={leave}>
        Store it with your other secrets. Requests send it as <code>Authorization: ApiKey</code> and the key.
      </ShownOnce>
    </>
  );
}
