import { ActionIcon, Menu, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, KeyRound, LogOut, MonitorSmartphone, ShieldCheck, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useChange } from '../api/change';
import { api, responseOf } from '../api/client';
import { useSession } from '../api/session';

const PLACES = [
  { tab: 'password', label: 'Password', icon: KeyRound },
  { tab: 'second-factor', label: 'Second factor', icon: ShieldCheck },
  { tab: 'sessions', label: 'Sessions', icon: MonitorSmartphone },
] as const;

const ColorScheme = lazy(async () => ({ default: (await import('./color-scheme')).ColorScheme }));

/** Who has signed in: the own account, light or dark, and the way out. */
export function AccountMenu() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { account } = useSession();
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
    <Menu position="bottom-end" shadow="md" width={230}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={`Account of ${account.email}`}>
          <UserRound size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
        <Suspense>
          <ColorScheme />
        </Suspense>
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
      </Menu.Dropdown>
    </Menu>
  );
}
