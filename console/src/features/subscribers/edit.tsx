import { Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment, useRefusal } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { checkJsonObject } from '../../ui/json-object';
import { PermittedButton } from '../../ui/permitted';
import { fieldsOf, SubscriberFields, valuesOf } from './fields';

/** The form for what is known of a subscriber. */
export function EditSubscriber({ subscriber }: { subscriber: Schemas['SubscriberDto'] }) {
  const environment = useEnvironment();
  const { subscriberId } = subscriber;
  const mayNot = useRefusal('subscribers:write') !== undefined;
  const form = useForm({ initialValues: valuesOf(subscriber), validate: { data: checkJsonObject } });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: typeof form.values) =>
      responseOf(
        api(environment).PATCH('/v2/subscribers/{subscriberId}', {
          params: { path: { subscriberId } },
          body: fieldsOf(values),
        }),
      ),
    resource: 'subscribers',
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
          <SubscriberFields form={form} readOnly={mayNot} />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton
              permission="subscribers:write"
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
