import { createFileRoute } from '@tanstack/react-router';
import { DeliveryDetail } from '../../features/webhooks/delivery-detail';

/** A delivery to a webhook. */
export const Route = createFileRoute('/_in/webhooks/$webhookId/deliveries/$deliveryId')({ component: Delivery });

function Delivery() {
  return <DeliveryDetail {...Route.useParams()} />;
}
