import { Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { query } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { Facts } from '../../ui/facts';
import { useFormProblem } from '../../ui/form-problem';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { fromLocal, toLocal } from '../../ui/local-time';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { KeyFields } from './fields';
import { checkList, grantOf, type KeyValues } from './grants';
import { type Key, keyList, nameOf } from './reads';
import { RevokeKey } from './revoke';

/** A key: its name, what it may do and its end, to be changed. */
export function KeyDetail({ keyId }: { keyId: string }) {
  const keys = useQuery(query(keyList, useEnvironment()));
  const found = keys.data?.data.find(({ id }) => id === keyId);
  return (
    <>
      <PageHeader
        title={found ? nameOf(found) : keyId}
        about={<CopyText text={keyId} label="Copy public ID" />}
        back={
          <TextLink to="/api-keys" size="sm">
            API keys
          </TextLink>
        }
      >
        <AsCurl request={keyList} />
        {found && <RevokeKey apiKey={found} size="xs" />}
      </PageHeader>
      <Loaded query={keys}>{() => (found ? <Found key={JSON.stringify(found)} apiKey={found} /> : <Gone />)}</Loaded>
    </>
  );
}

function Found({ apiKey }: { apiKey: Key }) {
  const { lastUsedAt, createdAt, id } = apiKey;
  return (
    <>
      <EditKey apiKey={apiKey} />
      <Facts
        facts={[
          ['Last used', lastUsedAt ? <Time at={lastUsedAt} /> : 'never'],
          ['Created', createdAt && <Time at={createdAt} />],
          [
            'Activity',
            <TextLink key="audit" to="/audit" search={{ actor: id }} size="sm">
              View in audit log
            </TextLink>,
          ],
        ]}
      />
    </>
  );
}

function EditKey({ apiKey: { id, name, preset, permissions, reach, expiresAt } }: { apiKey: Key }) {
  const environment = useEnvironment();
  const mayNot = useRefusal('api-keys:write') !== undefined;
  const initialValues: KeyValues = {
    name: name ?? '',
    permissions: preset ?? 'list',
    list: [...permissions],
    reach,
    expiresAt: toLocal(expiresAt),
  };
  const form = useForm({ initialValues, validate: { list: checkList } });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: KeyValues) => {
      const body = {
        ...(form.isDirty('name') && { name: values.name }),
        ...((form.isDirty('permissions') || form.isDirty('list')) && { permissions: grantOf(values) }),
        ...(form.isDirty('reach') && { reach: values.reach }),
        ...(form.isDirty('expiresAt') && { expiresAt: fromLocal(values.expiresAt) ?? null }),
      };
      return responseOf(api(environment).PATCH('/v1/api-keys/{keyId}', { params: { path: { keyId: id } }, body }));
    },
    resource: 'api-keys',
    environment,
    done: 'Saved. It takes effect within two seconds',
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    save.mutate(values);
  });
  return (
    <Paper withBorder p="md" maw={760} mb="md">
      <form onSubmit={submit} noValidate>
        <Stack>
          <KeyFields
            form={form}
            disabled={mayNot}
            aboutName={name === null ? 'A key without a name can be shown again; with one it cannot.' : undefined}
          />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton
              permission="api-keys:write"
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

function Gone() {
  return (
    <EmptyState title="API key not found" action={<TextLink to="/api-keys">View all</TextLink>}>
      It was revoked, has expired, or belongs to another environment: choose one at the top.
    </EmptyState>
  );
}
