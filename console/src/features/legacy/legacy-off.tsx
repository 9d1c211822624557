import { Alert } from '@mantine/core';
import type { LegacyService } from './reads';

/** Says so where the server does not serve the legacy API. */
export function LegacyOff({ service }: { service: LegacyService | undefined }) {
  if (service?.served !== false) return null;
  return (
    <Alert color="orange" variant="outline" mb="md" title="The legacy API is switched off on this server">
      Applications and types can be prepared, but requests reach nobody. Those who run Carillon switch it on with the
      setting LEGACY_API=true, and the port with LEGACY_PORT.
    </Alert>
  );
}
