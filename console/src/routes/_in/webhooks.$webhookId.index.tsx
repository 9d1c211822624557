import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { WebhookDetail } from '../../features/webhooks/detail';
import { searchOf, webhook } from '../../features/webhooks/reads';

/** A webhook. */
export const Route = createFileRoute('/_in/webhooks/$webhookId/')({
  validateSearch: searchOf,
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(webhook(params.webhookId), environment));
  },
  component: WebhookScreen,
});

function WebhookScreen() {
  return <WebhookDetail webhookId={Route.useParams().webhookId} search={Route.useSearch()} />;
}
