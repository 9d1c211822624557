import { Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { checkJsonObject, withJson } from '../../ui/json-object';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { fieldsOf, TenantFields, type TenantValues, valuesOf } from './fields';

/** The form for a new tenant. */
export function CreateTenant() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm<TenantValues>({ initialValues: valuesOf(), validate: { data: checkJsonObject } });
  const problem = useFormProblem(form);
  const create = useChange({
    run: (values: TenantValues) => responseOf(api(environment).POST('/v1/tenants', { body: bodyOf(values) })),
    resource: 'tenants',
    environment,
    done: 'Created',
    onDone: ({ data: { identifier } }) =>
      navigate({ to: '/tenants/$tenantIdentifier', params: { tenantIdentifier: identifier } }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create tenant"
        back={
          <TextLink to="/tenants" size="sm">
            Tenants
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v1/tenants', body: bodyOf(withJson(form.values)) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TenantFields form={form} aboutIdentifier="Your own ID, used in triggers." />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/tenants" variant="default">
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

function bodyOf(values: TenantValues) {
  const { name, ...fields } = fieldsOf(values);
  return name === '' ? fields : { ...fields, name };
}
