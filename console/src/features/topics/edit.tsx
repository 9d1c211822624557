import { Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { useEnvironment, useRefusal } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { PermittedButton } from '../../ui/permitted';
import { fieldsOf, TopicFields, valuesOf } from './fields';
import type { Topic } from './reads';

/** The form for what is known of a topic. */
export function EditTopic({ topic }: { topic: Topic }) {
  const environment = useEnvironment();
  const mayNot = useRefusal('topics:write') !== undefined;
  const form = useForm({ initialValues: valuesOf(topic) });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: typeof form.values) =>
      responseOf(
        api(environment).PATCH('/v2/topics/{topicKey}', {
          params: { path: { topicKey: topic.key } },
          body: fieldsOf(values),
        }),
      ),
    resource: 'topics',
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
          <TopicFields form={form} readOnly={mayNot} />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton
              permission="topics:write"
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
