import { eventually } from '../../eventually.js';
import type { TestApp } from '../../test-app.js';

/** What is sent, through which integration (its identifier), and the address that the subscriber is given for it. */
interface Sending {
  channel: 'email' | 'sms';
  identifier: string;
  address: { email: string } | { phone: string };
  controlValues: Record<string, string>;
}

/** A message that has left: the provider's id of it, and what is shown as reported of it. */
export async function sentMessage({ api, connection }: TestApp, sending: Sending) {
  const { channel, identifier, address, controlValues } = sending;
  const { subscriberId } = await api.subscriber(address);
  const step = { name: 'Message', type: channel, controlValues };
  const { workflowId } = await api.workflow({ steps: [step] });
  const overrides = { [channel]: { integrationIdentifier: identifier } };
  const { transactionId } = await api.trigger(workflowId, { to: subscriberId, overrides });
  const activity = async () => (await api.get(`/v1/notifications?transactionId=${transactionId}`)).body.data[0];
  await eventually(async () => expect((await activity()).status).toBe('completed'));
  const message = await connection.collection('messages').findOne({ transactionId });
  const reports = async () =>
    (await activity()).jobs[0].executionDetails.filter(({ source }: { source: string }) => source === 'Webhook');
  return { providerMessageId: message!.providerMessageId as string, reports };
}
