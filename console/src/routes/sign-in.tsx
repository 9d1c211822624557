import { createFileRoute } from '@tanstack/react-router';
import { SignInForm } from '../features/sign-in/sign-in-form';
import { oneOf, textOf } from '../search-text';
import { Outside } from '../shell/outside';

/** Sign-in. */
export const Route = createFileRoute('/sign-in')({
  validateSearch: ({ returnTo, ended }: Record<string, unknown>): { returnTo?: string; ended?: 'yes' } => ({
    returnTo: textOf(returnTo),
    ended: oneOf(['yes'], ended),
  }),
  component: SignIn,
});

function SignIn() {
  const { returnTo, ended } = Route.useSearch();
  return (
    <Outside title="Sign in">
      <SignInForm returnTo={returnTo} hasEnded={ended === 'yes'} />
    </Outside>
  );
}
