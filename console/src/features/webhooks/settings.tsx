import { Group, Paper, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment, useRefusal } from '../../api/session';
import { useFormProblem } from '../../ui/form-problem';
import { PermittedButton } from '../../ui/permitted';
import { WebhookFields, type WebhookValues } from './fields';
import type { Webhook } from './reads';
import { WebhookSecret } from './secret';

/** The settings of a webhook, and its secret. */
export function WebhookSettings({ webhook }: { webhook: Webhook }) {
  return (
    <Stack>
      {/* Another version of it begins a new form. */}
      <EditWebhook key={webhook.updatedAt} webhook={webhook} />
      <WebhookSecret webhook={webhook} />
    </Stack>
  );
}

function EditWebhook({ webhook }: { webhook: Webhook }) {
  const { _id: webhookId, url, description = '', eventTypes, enabled } = webhook;
  const environment = useEnvironment();
  const mayNot = useRefusal('webhooks:write') !== undefined;
  const initialValues: WebhookValues = { url, description, eventTypes, enabled };
  const form = useForm({ initialValues });
  const problem = useFormProblem(form);
  const save = useChange({
    run: (values: WebhookValues) => {
      const body = {
        url: values.url.trim(),
        description: values.description.trim() || null,
        eventTypes: values.eventTypes,
        // Enabling forgets the failures so far, and a new description must not spare an address that fails.
        ...(form.isDirty('enabled') && { enabled: values.enabled }),
      };
      return responseOf(api(environment).PATCH('/v1/webhooks/{webhookId}', { params: { path: { webhookId } }, body }));
    },
    resource: 'webhooks',
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
          <WebhookFields form={form} disabled={mayNot} />
          {problem.alert}
          <Group justify="flex-end">
            <PermittedButton
              permission="webhooks:write"
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
