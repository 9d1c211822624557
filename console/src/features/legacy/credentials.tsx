import type { Schemas } from '../../api/client';
import { ShownOnce } from '../../ui/shown-once';
import { nameOf } from './reads';

interface CredentialsProps {
  /** With its new secret; without one nothing is shown. */
  application: Schemas['LegacyApplicationSecretDto'] | undefined;
  onClose: () => void;
}

/** The credentials of an application, which no request shows again. */
export function Credentials({ application, onClose }: CredentialsProps) {
  return (
    <ShownOnce
      text={application && `${application.applicationId}:${application.secret}`}
      title={`The credentials of ${application ? nameOf(application) : ''}`}
      onClose={onClose}
    >
      The id and, after the colon, the secret, as <code>curl -u</code> and Basic authentication take them. Put them
      where the program keeps its secrets.
    </ShownOnce>
  );
}
