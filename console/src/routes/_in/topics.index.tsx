import { createFileRoute } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { query } from '../../api/read';
import { TopicList } from '../../features/topics/list';
import { searchOf, topicList } from '../../features/topics/reads';

/** Topics: search. */
export const Route = createFileRoute('/_in/topics/')({
  staticData: { entry: { group: 'People', label: 'Topics', icon: Megaphone, permission: 'topics:read', order: 20 } },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, environment }, deps }) => {
    void queryClient.prefetchQuery(query(topicList(deps), environment));
  },
  component: Topics,
});

function Topics() {
  return <TopicList search={Route.useSearch()} />;
}
