import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../api/session';
import { PageHeader } from '../../ui/page-header';
import { ChangePassword } from './change-password';
import { SecondFactor } from './second-factor';
import { OwnSessions } from './sessions';
import type { AccountTab } from './tabs';

/** The own account. */
export function AccountScreen({ tab }: { tab: AccountTab }) {
  const navigate = useNavigate();
  const { account } = useSession();
  const choose = (next: string | null) => navigate({ to: '/account', search: { tab: next as AccountTab } });
  return (
    <>
      <PageHeader
        title="Your account"
        about={[account.name, account.email, account.role].filter((part) => part).join(' · ')}
      />
      <Tabs value={tab} onChange={(next) => void choose(next)} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="password">Password</Tabs.Tab>
          <Tabs.Tab value="second-factor">Second factor</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="password">
          <ChangePassword />
        </Tabs.Panel>
        <Tabs.Panel value="second-factor">
          <SecondFactor />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <OwnSessions />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
