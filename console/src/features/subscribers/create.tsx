import { Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { checkJsonObject, withJson } from '../../ui/json-object';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { fieldsOf, SubscriberFields, valuesOf } from './fields';

/** The form for a new subscriber. */
export function CreateSubscriber() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const form = useForm({ initialValues: { subscriberId: '', ...valuesOf() }, validate: { data: checkJsonObject } });
  const problem = useFormProblem(form);
  const bodyOf = ({ subscriberId, ...values }: typeof form.values) => ({
    subscriberId: subscriberId.trim(),
    ...fieldsOf(values),
  });
  const create = useChange({
    run: (values: typeof form.values) =>
      responseOf(
        api(environment).POST('/v2/subscribers', { params: { query: { failIfExists: true } }, body: bodyOf(values) }),
      ),
    resource: 'subscribers',
    environment,
    done: 'Created',
    onDone: ({ data: { subscriberId } }) => navigate({ to: '/subscribers/$subscriberId', params: { subscriberId } }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create subscriber"
        back={
          <TextLink to="/subscribers" size="sm">
            Subscribers
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v2/subscribers', body: bodyOf(withJson(form.values)) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label="ID"
              description="Your own ID of this person. It cannot be changed later."
              required
              autoFocus
              autoComplete="off"
              {...form.getInputProps('subscriberId')}
            />
            <SubscriberFields form={form} />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/subscribers" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="subscribers:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  );
}
