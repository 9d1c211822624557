import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { AsCurl } from '../../ui/as-curl';
import { PageHeader } from '../../ui/page-header';
import { PermittedLink } from '../../ui/permitted';
import { Invitations } from './invitations';
import { Members } from './members';
import { invitationList, memberList, type TeamSearch } from './reads';

/** Who may sign in, and who was invited. */
export function Team({ search }: { search: TeamSearch }) {
  const navigate = useNavigate();
  const { tab = 'members' } = search;
  const choose = (next: string | null) => navigate({ to: '/team', search: { tab: next as TeamSearch['tab'] } });
  return (
    <>
      <PageHeader title="Team" about="The people who may sign in, and what they may do in which environment.">
        <AsCurl request={tab === 'members' ? memberList(search) : invitationList(search)} />
        <Invite />
      </PageHeader>
      <Tabs value={tab} onChange={(next) => void choose(next)} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="members">Members</Tabs.Tab>
          <Tabs.Tab value="invitations">Invitations</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members">
          <Members place={search} />
        </Tabs.Panel>
        <Tabs.Panel value="invitations">
          <Invitations place={search} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Leads to the form of an invitation. */
function Invite() {
  return (
    <PermittedLink permission="members:write" to="/create/invitation" size="xs">
      Invite member
    </PermittedLink>
  );
}
