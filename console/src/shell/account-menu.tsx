import { ActionIcon, Menu } from '@mantine/core';
import { UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSession } from '../api/session';

/** Not needed for the first look at a screen. */
const AccountItems = lazy(async () => ({ default: (await import('./account-items')).AccountItems }));

/** Who has signed in, and the menu of the account. */
export function AccountMenu() {
  const { account } = useSession();
  return (
    <Menu position="bottom-end" shadow="md" width={250}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={`Account of ${account.email}`}>
          <UserRound size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <AccountItems />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
