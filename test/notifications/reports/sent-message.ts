import { eventually } from '../../eventually.js';
import type { TestApp } from '../../test-app.js';

/** What is sent, the identifier of the integration that sends it, and the address of the new subscriber. */
interface Sending {
  channel: 'email' | 'sms';
  identifier: string;
  address: { email: string } | { phone: string };
  controlValues: Record<string, string>;
}

/** Sends a message; returns its id at the provider, and how to read the reports that its activity shows. */
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
