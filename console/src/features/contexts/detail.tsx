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
import { checkJsonObject, jsonObjectOf, jsonTextOf } from '../../ui/json-object';
import { JsonObjectInput } from '../../ui/json-object-input';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { context, type Context } from './reads';

type Name = Pick<Context, 'type' | 'id'>;

/** A context, with its data. */
export function ContextDetail({ type, id }: Name) {
  const request = context(type, id);
  const found = useQuery(query(request, useEnvironment()));
  return (
    <>
      <PageHeader
        title={id}
        back={
          <TextLink to="/contexts" size="sm">
            Contexts
          </TextLink>
        }
        about={
          <Group gap="md">
            <CopyText text={`${type}:${id}`} label="Copy type and ID" />
            <TextLink to="/activity" search={{ context: `${type}:${id}` }} size="sm">
              View activity
            </TextLink>
          </Group>
        }
      >
        <AsCurl request={request} />
        {found.data && <Delete type={type} id={id} />}
      </PageHeader>
      <Loaded query={found}>{({ data }) => <Edit key={data.updatedAt} stored={data} />}</Loaded>
    </>
  );
}

function Edit({ stored: { type, id, data } }: { stored: Context }) {
  const environment = useEnvironment();
  const mayNot = useRefusal('contexts:write') !== undefined;
  const form = useForm({ initialValues: { data: jsonTextOf(data) }, validate: { data: checkJsonObject } });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: typeof form.values) =>
      responseOf(
        api(environment).PATCH('/v2/contexts/{type}/{id}', {
          params: { path: { type, id } },
          body: { data: jsonObjectOf(values.data) ?? {} },
        }),
      ),
    resource: 'contexts',
    environment,
    done: 'Saved',
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
          <JsonObjectInput
            label="Data"
            description={`Templates read it as {{context.${type}.data.plan}}`}
            readOnly={mayNot}
            {...form.getInputProps('data')}
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

function Delete({ type, id }: Name) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [opened, dialog] = useDisclosure();
  const remove = useChange({
    run: () => responseOf(api(environment).DELETE('/v2/contexts/{type}/{id}', { params: { path: { type, id } } })),
    resource: 'contexts',
    environment,
    done: `${id} was deleted`,
    onDone: () => navigate({ to: '/contexts' }),
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
        title={`Delete ${id}?`}
        action="Delete"
        typed={id}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Its data is deleted and cannot be restored. A trigger that names it makes it again, without data.
      </ConfirmDialog>
    </>
  );
}
