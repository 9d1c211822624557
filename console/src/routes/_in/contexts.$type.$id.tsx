import { createFileRoute } from '@tanstack/react-router';
import { ContextDetail } from '../../features/contexts/detail';

/** A context. */
export const Route = createFileRoute('/_in/contexts/$type/$id')({ component: One });

function One() {
  return <ContextDetail {...Route.useParams()} />;
}
