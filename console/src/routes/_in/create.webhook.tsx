import { createFileRoute } from '@tanstack/react-router';
import { CreateWebhook } from '../../features/webhooks/create';

/** A new webhook. */
export const Route = createFileRoute('/_in/create/webhook')({ component: CreateWebhook });
