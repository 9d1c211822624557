import { createFileRoute } from '@tanstack/react-router';
import { CreateNotificationType } from '../../features/legacy/create-type';

/** A new notification type of an application. */
export const Route = createFileRoute('/_in/create/notification-type/$applicationId')({ component: CreateType });

function CreateType() {
  return <CreateNotificationType applicationId={Route.useParams().applicationId} />;
}
