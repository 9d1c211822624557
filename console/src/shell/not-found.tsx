import { Text } from '@mantine/core';
import { TextLink } from '../ui/links';
import { Outside } from './outside';

/** For addresses that lead nowhere. */
export function NotFound() {
  return (
    <Outside title="Not found">
      <Text size="sm" mb="md">
        This page does not exist. The address may be incomplete, or from another version of Carillon.
      </Text>
      <TextLink to="/" size="sm">
        Back to dashboard
      </TextLink>
    </Outside>
  );
}
