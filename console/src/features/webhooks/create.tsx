import { Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { useFormProblem } from '../../ui/form-problem';
import { ButtonLink, TextLink } from '../../ui/links';
import { PageHeader } from '../../ui/page-header';
import { PermittedButton } from '../../ui/permitted';
import { WebhookFields, type WebhookValues } from './fields';

/** The form for a new webhook. */
export function CreateWebhook() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const initialValues: WebhookValues = { url: '', description: '', eventTypes: [], enabled: true };
  const form = useForm({ initialValues });
  const problem = useFormProblem(form);
  const bodyOf = ({ url, description, eventTypes, enabled }: WebhookValues) => ({
    url: url.trim(),
    eventTypes,
    enabled,
    ...(description.trim() && { description: description.trim() }),
  });
  const create = useChange({
    run: (values: WebhookValues) => responseOf(api(environment).POST('/v1/webhooks', { body: bodyOf(values) })),
    resource: 'webhooks',
    environment,
    done: 'Created. Its secret is in its settings',
    onDone: ({ data: { _id } }) =>
      navigate({ to: '/webhooks/$webhookId', params: { webhookId: _id }, search: { tab: 'settings' } }),
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    create.mutate(values);
  });
  return (
    <>
      <PageHeader
        title="Create webhook"
        back={
          <TextLink to="/webhooks" size="sm">
            Webhooks
          </TextLink>
        }
      >
        <AsCurl request={{ method: 'POST', path: '/v1/webhooks', body: bodyOf(form.values) }} />
      </PageHeader>
      <Paper withBorder p="md" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <WebhookFields form={form} />
            {problem.alert}
            <Group justify="flex-end">
              <ButtonLink to="/webhooks" variant="default">
                Cancel
              </ButtonLink>
              <PermittedButton permission="webhooks:write" type="submit" loading={create.isPending}>
                Create
              </PermittedButton>
            </Group>
          </Stack>
        </form>
      </Paper>
    </>
  );
}
