import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '../../features/account/account-screen';
import { ACCOUNT_TABS } from '../../features/account/tabs';
import { oneOf } from '../../search-text';

/** The own account: password, second factor, sessions. */
export const Route = createFileRoute('/_in/account')({
  validateSearch: ({ tab }: Record<string, unknown>) => ({ tab: oneOf(ACCOUNT_TABS, tab) }),
  component: Account,
});

function Account() {
  return <AccountScreen tab={Route.useSearch().tab ?? 'password'} />;
}
