import { Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyText } from '../../ui/copy';
import { useFormProblem } from '../../ui/form-problem';
import { checkJsonObject } from '../../ui/json-object';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { fieldsOf, TenantFields, type TenantValues, valuesOf } from './fields';
import { tenant as tenantRead, type Tenant } from './reads';

/** A tenant, with its data. */
export function TenantDetail({ tenantIdentifier }: { tenantIdentifier: string }) {
  const request = tenantRead(tenantIdentifier);
  const found = useQuery(query(request, useEnvironment()));
  return (
    <>
      <PageHeader
        title={found.data?.data.name || tenantIdentifier}
        back={
          <TextLink to="/tenants" size="sm">
            Tenants
          </TextLink>
        }
        about={<CopyText text={tenantIdentifier} label="Copy identifier" />}
      >
        <AsCurl request={request} />
        {found.data && <Delete tenant={found.data.data} />}
      </PageHeader>
      <Loaded query={found}>{({ data }) => <Edit key={`${data._id} ${data.updatedAt}`} tenant={data} />}</Loaded>
    </>
  );
}

function Edit({ tenant }: { tenant: Tenant }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const mayNot = useRefusal('contexts:write') !== undefined;
  const form = useForm<TenantValues>({ initialValues: valuesOf(tenant), validate: { data: checkJsonObject } });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: TenantValues) =>
      responseOf(
        api(environment).PATCH('/v1/tenants/{tenantIdentifier}', {
          params: { path: { tenantIdentifier: tenant.identifier } },
          body: fieldsOf(values),
        }),
      ),
    resource: 'tenants',
    environment,
    done: 'Saved',
    onDone: ({ data: { identifier } }) =>
      navigate({ to: '/tenants/$tenantIdentifier', params: { tenantIdentifier: identifier }, replace: true }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    save.mutate(values);
  });
  return (
    <Paper withBorder p="md" maw={760}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <TenantFields
            form={form}
            readOnly={mayNot}
            aboutIdentifier="By which triggers name it. Triggers with the former one find nothing any more."
          />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton
              permission="contexts:write"
              type="submit"
              loading={save.isPending}
              disabled={!form.isDirty()}
            >
              Save
            </PermittedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function Delete({ tenant: { identifier, name } }: { tenant: Tenant }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v1/tenants/{tenantIdentifier}', {
          params: { path: { tenantIdentifier: identifier } },
        }),
      ),
    resource: 'tenants',
    environment,
    done: `${name || identifier} was deleted`,
    onDone: () => navigate({ to: '/tenants' }),
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton permission="contexts:write" variant="outline" color="red" size="xs" onClick={dialog.open}>
        Delete
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Delete ${name || identifier}?`}
        action="Delete"
        typed={identifier}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Its data is deleted and cannot be restored. Triggers that name it send nothing: their status is{' '}
        <code>no_tenant_found</code>.
      </ConfirmDialog>
    </>
  );
}
