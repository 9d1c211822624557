import { createFileRoute } from '@tanstack/react-router';
import { KeyDetail } from '../../features/api-keys/detail';

/** An API key. */
export const Route = createFileRoute('/_in/api-keys/$keyId')({ component: Key });

function Key() {
  return <KeyDetail keyId={Route.useParams().keyId} />;
}
