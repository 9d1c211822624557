import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useSession } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { PageHeader } from '../../ui/page-header';
import { ChangePassword } from './change-password';
import { SecondFactor } from './second-factor';
import { OwnSessions, ownSessions } from './sessions';
import type { AccountTab } from './tabs';

/** What a tab does, with placeholders for what is secret. */
function requestOf(tab: AccountTab, hasSecondFactor: boolean): ComponentProps<typeof AsCurl>['request'] {
  if (tab === 'sessions') return ownSessions;
  if (tab === 'second-factor') {
    const path = '/v1/session/second-factor';
    const password = '<your password>';
    if (!hasSecondFactor) return { method: 'POST', path, body: { password } };
    return { method: 'DELETE', path, body: { password, code: '<code of the app>' } };
  }
  const body = { currentPassword: '<password until now>', newPassword: '<new password>' };
  return { method: 'PUT', path: '/v1/session/password', body };
}

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
      >
        <AsCurl request={requestOf(tab, account.hasSecondFactor)} />
      </PageHeader>
      <Tabs value={tab} onChange={(next) => void choose(next)} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="password">Password</Tabs.Tab>
          <Tabs.Tab value="second-factor">Two-factor authentication</Tabs.Tab>
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
