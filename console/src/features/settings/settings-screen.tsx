import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { read } from '../../api/read';
import { AsCurl } from '../../ui/as-curl';
import { PageHeader } from '../../ui/page-header';
import { Waiting } from '../../ui/states';
import { EnvironmentSettings } from './environment-settings';
import type { SettingsTab } from './reads';

const OrganizationSettings = lazy(async () => ({
  default: (await import('./organization-settings')).OrganizationSettings,
}));

/** The settings of the environment, and what holds for the organization. */
export function SettingsScreen({ tab }: { tab: SettingsTab }) {
  const navigate = useNavigate();
  const choose = (next: string | null) => navigate({ to: '/settings', search: { tab: next as SettingsTab } });
  return (
    <>
      <PageHeader title="Settings" about="Environment and organization settings.">
        <AsCurl request={read('/v1/environments', {})} />
      </PageHeader>
      <Tabs value={tab} onChange={(next) => void choose(next)} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="environment">Environment</Tabs.Tab>
          <Tabs.Tab value="organization">Organization</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="environment">
          <EnvironmentSettings />
        </Tabs.Panel>
        <Tabs.Panel value="organization">
          <Suspense fallback={<Waiting />}>
            <OrganizationSettings />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
