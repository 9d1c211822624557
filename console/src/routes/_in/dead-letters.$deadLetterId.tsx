import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { DeadLetterDetail } from '../../features/dead-letters/detail';
import { deadLetter } from '../../features/dead-letters/reads';

/** A message that was given up. */
export const Route = createFileRoute('/_in/dead-letters/$deadLetterId')({
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(deadLetter(params.deadLetterId), environment));
  },
  component: DeadLetter,
});

function DeadLetter() {
  return <DeadLetterDetail deadLetterId={Route.useParams().deadLetterId} />;
}
