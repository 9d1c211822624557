import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';
import type { Webhook } from './reads';

/** Sends an event of the type `webhook.test`, and shows its delivery. */
export function TestWebhook({ webhook: { _id: webhookId } }: { webhook: Webhook }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const test = useChange({
    run: () => responseOf(api(environment).POST('/v1/webhooks/{webhookId}/test', { params: { path: { webhookId } } })),
    resource: 'webhooks',
    environment,
    onDone: ({ data: { _id: deliveryId } }) =>
      navigate({ to: '/webhooks/$webhookId/deliveries/$deliveryId', params: { webhookId, deliveryId } }),
  });
  return (
    <PermittedButton
      permission="webhooks:write"
      variant="default"
      size="xs"
      loading={test.isPending}
      onClick={() => test.mutate()}
    >
      Send test event
    </PermittedButton>
  );
}
