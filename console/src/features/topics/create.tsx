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
import { fieldsOf, TopicFields, valuesOf } from './fields';

/** The form for a new topic. */
export function CreateTopic() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { key: '', ...valuesOf() } });
  const problem = useFormProblem(form);
  const bodyOf = ({ key, ...values }: typeof form.values) => ({ key: key.trim(), ...fieldsOf(values) });
  const create = useChange({
    run: (values: typeof form.values) =>
      responseOf(
        api(environment).POST('/v2/topics', { params: { query: { failIfExists: true } }, body: bodyOf(values) }),
      ),
    resource: 'topics',
    environment,
    done: 'Created',
    onDone: ({ data }) => navigate({ to: '/topics/$topicKey', params: { topicKey: data.key } }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create topic"
        back={
          <TextLink to="/topics" size="sm">
            Topics
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v2/topics', body: bodyOf(form.values) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="Key"
              description="Used in triggers: letters, digits, - _ and :. It cannot be changed later."
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('key')}
            />
            <TopicFields form={form} />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/topics" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="topics:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  );
}
