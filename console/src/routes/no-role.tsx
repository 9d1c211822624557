import { Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { Outside } from '../shell/outside';
import { TextLink } from '../ui/links';

/** For people who have a role in no environment. */
export const Route = createFileRoute('/no-role')({
  component: () => (
    <Outside title="You have no role yet">
      <Text size="sm" mb="md">
        You have signed in, but there is no environment in which you have a role. Ask an owner or admin to give you one.
      </Text>
      <TextLink to="/sign-in" size="sm">
        Sign in with another account
      </TextLink>
    </Outside>
  ),
});
