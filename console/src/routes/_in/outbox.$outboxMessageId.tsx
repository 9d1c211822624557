import { createFileRoute } from '@tanstack/react-router';
import { OutboxDetail } from '../../features/outbox/detail';

/** A message in the outbox. */
export const Route = createFileRoute('/_in/outbox/$outboxMessageId')({
  staticData: { guests: 'outbox' },
  component: Message,
});

function Message() {
  return <OutboxDetail outboxMessageId={Route.useParams().outboxMessageId} />;
}
