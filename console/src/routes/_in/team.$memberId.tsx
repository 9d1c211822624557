import { createFileRoute } from '@tanstack/react-router';
import { query } from '../../api/read';
import { MemberDetail } from '../../features/team/member-detail';
import { member } from '../../features/team/reads';

/** A member. */
export const Route = createFileRoute('/_in/team/$memberId')({
  loader: ({ context: { queryClient }, params }) => {
    void queryClient.prefetchQuery(query(member(params.memberId)));
  },
  component: MemberScreen,
});

function MemberScreen() {
  return <MemberDetail memberId={Route.useParams().memberId} />;
}
