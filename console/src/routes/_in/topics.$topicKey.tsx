import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { query } from '../../api/read';
import { TopicDetail } from '../../features/topics/detail';
import { memberSearchOf, topic } from '../../features/topics/reads';

const TopicReach = lazy(async () => ({ default: (await import('../../features/activity/topic-reach')).TopicReach }));

/** A topic. */
export const Route = createFileRoute('/_in/topics/$topicKey')({
  validateSearch: memberSearchOf,
  loader: ({ context: { queryClient, environment }, params }) => {
    void queryClient.prefetchQuery(query(topic(params.topicKey), environment));
  },
  component: One,
});

function One() {
  const { topicKey } = Route.useParams();
  const reach = (
    <Suspense>
      <TopicReach topicKey={topicKey} />
    </Suspense>
  );
  return <TopicDetail topicKey={topicKey} search={Route.useSearch()} reach={reach} />;
}
