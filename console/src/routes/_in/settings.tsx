import { createFileRoute } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { SETTINGS_TABS } from '../../features/settings/reads';
import { SettingsScreen } from '../../features/settings/settings-screen';
import { oneOf } from '../../search-text';

/** Settings of the environment and the organization. */
export const Route = createFileRoute('/_in/settings')({
  staticData: {
    entry: { group: 'Environment', label: 'Settings', icon: Settings, permission: 'environments:read', order: 40 },
  },
  validateSearch: ({ tab }: Record<string, unknown>) => ({ tab: oneOf(SETTINGS_TABS, tab) }),
  component: SettingsRoute,
});

function SettingsRoute() {
  return <SettingsScreen tab={Route.useSearch().tab ?? 'environment'} />;
}
