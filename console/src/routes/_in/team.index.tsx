import { createFileRoute } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { query } from '../../api/read';
import { memberList, searchOf } from '../../features/team/reads';
import { Team } from '../../features/team/team';

/** Members and invitations. */
export const Route = createFileRoute('/_in/team/')({
  staticData: {
    entry: { group: 'Organization', label: 'Team', icon: UsersRound, permission: 'members:read', order: 10 },
  },
  validateSearch: searchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    if (deps.tab !== 'invitations') void queryClient.prefetchQuery(query(memberList(deps)));
  },
  component: TeamScreen,
});

function TeamScreen() {
  return <Team search={Route.useSearch()} />;
}
