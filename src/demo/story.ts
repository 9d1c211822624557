import { setTimeout } from 'node:timers/promises';
import type { ActivityPageDto } from '../notifications/activity/dto/activity.dto.js';
import type { NotificationPageDto } from '../notifications/inbox/dto/notification-page.dto.js';
import { type DemoApi, DemoError } from './api.js';

const DELIVERY_TIMEOUT_MS = 15_000;
const POLL_MS = 20;

/** What the demo shows at the end. */
export interface Story {
  notification: NotificationPageDto['data'][number];
  activity: ActivityPageDto['data'][number];
  /** From the answer to the trigger to the first sight of the notification. */
  deliveredInMs: number;
}

/** Creates a workflow and a subscriber, triggers, and waits until the notification is in the inbox. */
export async function playStory(api: DemoApi, say: (line: string) => void): Promise<Story> {
  await api.call('POST', '/v2/workflows', {
    name: 'Order shipped',
    workflowId: 'order-shipped',
    active: true,
    tags: ['orders'],
    steps: [
      {
        name: 'Inbox',
        type: 'in_app',
        controlValues: {
          subject: 'Your order is on its way, {{subscriber.firstName}}',
          body: '{{payload.items | size | pluralize: "parcel"}} with {{payload.items | toSentence}}.',
          primaryAction: { label: 'Track it', redirect: { url: '/orders/{{payload.orderId}}' } },
        },
      },
    ],
  });
  say('created a workflow      order-shipped');
  await api.call('POST', '/v2/subscribers', { subscriberId: 'ada', firstName: 'Ada', locale: 'en_US' });
  say('created a subscriber    ada');
  const { data: accepted } = await api.call<{ data: { transactionId: string } }>('POST', '/v1/events/trigger', {
    name: 'order-shipped',
    to: 'ada',
    payload: { orderId: 4711, items: ['a lamp', 'two chairs', 'a rug'] },
  });
  const acceptedAt = performance.now();
  say(`triggered it            transaction ${accepted.transactionId}`);
  const notification = await firstOf(() => api.call<NotificationPageDto>('GET', '/v2/subscribers/ada/notifications'));
  const deliveredInMs = performance.now() - acceptedAt;
  const activity = await firstOf(() =>
    api.call<ActivityPageDto>('GET', `/v1/notifications?transactionId=${accepted.transactionId}`),
  );
  return { notification, activity, deliveredInMs };
}

async function firstOf<T>(list: () => Promise<{ data: T[] }>): Promise<T> {
  const end = performance.now() + DELIVERY_TIMEOUT_MS;
  while (performance.now() < end) {
    const [first] = (await list()).data;
    if (first !== undefined) return first;
    await setTimeout(POLL_MS);
  }
  throw new DemoError(`Nothing arrived within ${DELIVERY_TIMEOUT_MS / 1000} seconds`);
}
