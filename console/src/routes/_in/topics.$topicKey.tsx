import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { TopicDetail } from '../../features/topics/detail';
import { memberSearchOf, topic } from '../../features/topics/reads';

/** A topic. */
export const Route = createFileRoute('/_in/topics/$topicKey')({
  validateSearch: memberSearchOf,
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(topic(params.topicKey), environment));
  },
  component: One,
});

function One() {
  return <TopicDetail topicKey={Route.useParams().topicKey} search={Route.useSearch()} />;
}
