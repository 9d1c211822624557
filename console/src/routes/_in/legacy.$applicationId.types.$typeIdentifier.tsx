import { createFileRoute } from '@tanstack/react-router';
import { TypeDetail } from '../../features/legacy/type-detail';

/** A notification type of an application. */
export const Route = createFileRoute('/_in/legacy/$applicationId/types/$typeIdentifier')({ component: Type });

function Type() {
  return <TypeDetail {...Route.useParams()} />;
}
