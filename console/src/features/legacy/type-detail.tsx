import { Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { useFormProblem } from '../../ui/form-problem';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { DeleteType } from './delete';
import { ExampleCall } from './example-call';
import { notificationType, type NotificationType } from './reads';
import { TypeFields, type TypeValues, valuesOf } from './type-fields';

interface OfType {
  applicationId: string;
  typeIdentifier: string;
}

/** A notification type: what is written, which workflow delivers it, and how it is sent. */
export function TypeDetail({ applicationId, typeIdentifier }: OfType) {
  const request = notificationType(applicationId, typeIdentifier);
  const found = useQuery(query(request, useEnvironment()));
  return (
    <>
      <PageHeader
        title={typeIdentifier}
        back={
          <TextLink to="/legacy/$applicationId" params={{ applicationId }} size="sm">
            The application
          </TextLink>
        }
        about={<CopyText text={typeIdentifier} label="Copy identifier" />}
      >
        <AsCurl request={request} />
        {found.data && <DeleteType applicationId={applicationId} type={found.data.data} />}
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <Stack>
            <EditType key={data.updatedAt} applicationId={applicationId} type={data} />
            <ExampleCall applicationId={applicationId} type={data} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function EditType({ applicationId, type }: { applicationId: string; type: NotificationType }) {
  const environment = useEnvironment();
  const mayNot = useRefusal('legacy:write') !== undefined;
  const form = useForm<TypeValues>({ initialValues: valuesOf(type) });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (body: TypeValues) =>
      responseOf(
        api(environment).PATCH('/v1/legacy/applications/{applicationId}/types/{typeIdentifier}', {
          params: { path: { applicationId, typeIdentifier: type.identifier } },
          body,
        }),
      ),
    resource: 'legacy',
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
          <TypeFields form={form} readOnly={mayNot} />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton
              permission="legacy:write"
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
