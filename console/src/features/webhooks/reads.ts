import type { Schemas } from '../../api/client';
import { read } from '../../api/read';
import { oneOf, textOf } from '../../search-text';
import { type Place, placeOf } from '../../ui/paging';

export type Webhook = Schemas['WebhookDto'];
export type Delivery = Schemas['DeliveryDto'];

/** States of deliveries. */
export const STATES = ['pending', 'delivered', 'failed'] as const;

/** The parts of a webhook. */
export const WEBHOOK_TABS = ['deliveries', 'settings'] as const;

/** What the address of a webhook says: its part, and the filters of its deliveries. */
export interface WebhookSearch extends Place {
  tab?: (typeof WEBHOOK_TABS)[number];
  status?: (typeof STATES)[number];
  eventType?: string;
}

/** The part of the address that belongs to a webhook. */
export function searchOf(given: Record<string, unknown>): WebhookSearch {
  return {
    ...placeOf(given),
    tab: oneOf(WEBHOOK_TABS, given.tab),
    status: oneOf(STATES, given.status),
    eventType: textOf(given.eventType),
  };
}

const PAGE = 25;

/** A page of webhooks. */
export function webhookList({ after, before }: Place) {
  return read('/v1/webhooks', { query: { after, before, limit: PAGE } });
}

/** One webhook. */
export function webhook(webhookId: string) {
  return read('/v1/webhooks/{webhookId}', { path: { webhookId } });
}

/** All types of events. */
export const eventTypes = read('/v1/webhooks/event-types', {});

/** A page of what was sent, and is to be sent, to a webhook. */
export function deliveryList(webhookId: string, { status, eventType, after, before }: WebhookSearch) {
  const query = { status, eventType: eventType as Webhook['eventTypes'][number], after, before, limit: PAGE };
  return read('/v1/webhooks/{webhookId}/deliveries', { path: { webhookId }, query });
}

/** One delivery. */
export function delivery(webhookId: string, deliveryId: string) {
  return read('/v1/webhooks/{webhookId}/deliveries/{deliveryId}', { path: { webhookId, deliveryId } });
}
