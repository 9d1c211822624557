import { createFileRoute } from '@tanstack/react-router';
import { CreateSubscriber } from '../../features/subscribers/create';

/** A new subscriber. Not below /subscribers, where each id may be that of somebody. */
export const Route = createFileRoute('/_in/create/subscriber')({ component: CreateSubscriber });
