import { Menu, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, KeyRound, LogOut, MonitorSmartphone, ShieldCheck } from 'lucide-react';
import { useChange } from '../api/change';
import { api, responseOf } from '../api/client';
import { useSession } from '../api/session';

const PLACES = [
  { tab: 'password', label: 'Password', icon: KeyRound },
  { tab: 'second-factor', label: 'Two-factor authentication', icon: ShieldCheck },
  { tab: 'sessions', label: 'Sessions', icon: MonitorSmartphone },
] as const;

const SCHEMES = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** What the menu of the account offers: the own account, light or dark, the guide, and the way out. */
export function AccountItems() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { account } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useChange({
    run: () => responseOf(api().DELETE('/v1/session')),
    resource: 'session',
    environment: undefined,
    onDone: async () => {
      await navigate({ to: '/sign-in' });
      client.clear();
    },
  });
  return (
    <>
      <Menu.Label>
        <Text size="sm" truncate>
          {account.name ?? account.email}
        </Text>
      </Menu.Label>
      {PLACES.map(({ tab, label, icon: Icon }) => (
        <Menu.Item
          key={tab}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={() => void navigate({ to: '/account', search: { tab } })}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Label>Theme</Menu.Label>
      <SegmentedControl
        fullWidth
        size="xs"
        data={SCHEMES}
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
        aria-label="Theme"
      />
      <Menu.Divider />
      <Menu.Item
        component="a"
        href="/guide"
        target="_blank"
        rel="noreferrer"
        leftSection={<BookOpen size={14} aria-hidden />}
      >
        Guide (new tab)
      </Menu.Item>
      <Menu.Item leftSection={<LogOut size={14} aria-hidden />} onClick={() => signOut.mutate()}>
        Sign out
      </Menu.Item>
    </>
  );
}
