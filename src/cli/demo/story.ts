import type { ActivityPageDto } from '../../notifications/activity/activity.dto.js';
import type { NotificationPageDto } from '../../notifications/inbox/inbox.dto.js';
import { OUTBOX_PROVIDERS } from '../../outbox/outbox-rules.js';
import type { OutboxMessageDetailDto, OutboxPageDto } from '../../outbox/outbox.dto.js';
import { pollUntil } from '../../platform/scheduling/poll-until.js';
import { type DemoApi, DemoError } from './api.js';

const ITEMS = '{{payload.items | size | pluralize: "parcel"}} with {{payload.items | toSentence}}.';

/** The workflow of the demo, with one step for each channel. */
const WORKFLOW = {
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
        body: ITEMS,
        primaryAction: { label: 'Track it', redirect: { url: '/orders/{{payload.orderId}}' } },
      },
    },
    {
      name: 'Email',
      type: 'email',
      controlValues: {
        subject: 'Your order {{payload.orderId}} is on its way',
        editorType: 'html',
        body: `<h1>On its way, {{subscriber.firstName}}</h1><p>${ITEMS}</p><p><a href="https://example.com/orders/{{payload.orderId}}">Track it</a></p>`,
      },
    },
    { name: 'SMS', type: 'sms', controlValues: { body: 'Order {{payload.orderId}} is on its way.' } },
    { name: 'Push', type: 'push', controlValues: { subject: 'Order {{payload.orderId}}', body: ITEMS } },
    { name: 'Chat', type: 'chat', controlValues: { body: `Order {{payload.orderId}} is on its way: ${ITEMS}` } },
  ],
};

const DELIVERY_TIMEOUT_SECONDS = 15;
const CHANNELS = Object.keys(OUTBOX_PROVIDERS);

/** The result of the demo. */
export interface Story {
  notification: NotificationPageDto['data'][number];
  /** The messages of the other channels, in the order of the steps. */
  sent: OutboxMessageDetailDto[];
  activity: ActivityPageDto['data'][number];
  /**
   * Time from the response to the trigger until the notification was in the inbox, and until all messages were in the
   * outbox.
   */
  deliveredInMs: number;
  allInMs: number;
}

/**
 * Creates a workflow and a subscriber, triggers the workflow, and waits until the notification and the messages are
 * there.
 */
export async function playStory(api: DemoApi, say: (line: string) => void): Promise<Story> {
  await api.call('POST', '/v2/workflows', WORKFLOW);
  say(`created a workflow      ${WORKFLOW.workflowId}: in-app, email, SMS, push, chat`);
  await api.call('POST', '/v2/subscribers', {
    subscriberId: 'ada',
    firstName: 'Ada',
    locale: 'en_US',
    email: 'ada@example.com',
    phone: '+15550100',
  });
  await api.call('PUT', '/v1/subscribers/ada/credentials', {
    providerId: OUTBOX_PROVIDERS.push,
    credentials: { deviceTokens: ['adas-phone'] },
  });
  await api.call('PUT', '/v1/subscribers/ada/credentials', {
    providerId: OUTBOX_PROVIDERS.chat,
    credentials: { webhookUrl: 'https://chat.example.com/ada' },
  });
  say('created a subscriber    ada, with an address on every channel');
  const { data: accepted } = await api.call<{ data: { transactionId: string } }>('POST', '/v1/events/trigger', {
    name: WORKFLOW.workflowId,
    to: 'ada',
    payload: { orderId: 4711, items: ['a lamp', 'two chairs', 'a rug'] },
  });
  const acceptedAt = performance.now();
  const { transactionId } = accepted;
  say(`triggered it            transaction ${transactionId}`);
  const [notification] = await arrived(
    () => api.call<NotificationPageDto>('GET', '/v2/subscribers/ada/notifications'),
    1,
  );
  const deliveredInMs = performance.now() - acceptedAt;
  const listed = await arrived(
    () => api.call<OutboxPageDto>('GET', `/v1/outbox?transactionId=${transactionId}`),
    CHANNELS.length,
  );
  const allInMs = performance.now() - acceptedAt;
  const sent = await Promise.all(
    listed
      .toSorted((a, b) => CHANNELS.indexOf(a.channel) - CHANNELS.indexOf(b.channel))
      .map(async ({ _id }) => (await api.call<{ data: OutboxMessageDetailDto }>('GET', `/v1/outbox/${_id}`)).data),
  );
  const [activity] = await arrived(async () => {
    const page = await api.call<ActivityPageDto>('GET', `/v1/notifications?transactionId=${transactionId}`);
    return { data: page.data.filter(({ jobs }) => jobs.every(({ status }) => status === 'completed')) };
  }, 1);
  return { notification: notification!, sent, activity: activity!, deliveredInMs, allInMs };
}

/** Polls a list until it has this many entries, and returns them. */
async function arrived<T>(list: () => Promise<{ data: T[] }>, count: number): Promise<T[]> {
  let data: T[] = [];
  const haveArrived = async (): Promise<boolean> => {
    ({ data } = await list());
    return data.length >= count;
  };
  if (await pollUntil(DELIVERY_TIMEOUT_SECONDS, haveArrived)) return data;
  throw new DemoError(`${data.length} of ${count} arrived within ${DELIVERY_TIMEOUT_SECONDS} seconds`);
}
