import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Attack } from './target.js';

/** Ways to write an address of this machine. */
const hostsOf = (port: number): string[] =>
  [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:0:0:1]',
    '[64:ff9b::7f00:1]',
    '127.0.0.1.',
    '①②⑦.⓪.⓪.①',
    'user@127.0.0.1',
    'example.com@127.0.0.1',
    '127.255.255.254',
  ].map((host) => `http://${host}:${port}/`);

/** Addresses of this machine in every place that Carillon calls: nobody may be called. */
export const privateTargets: Attack = async (target) => {
  const api = target.client('development');
  let called = 0;
  const victim = createServer((_request, response) => {
    called += 1;
    response.end('{}');
  });
  victim.on('connection', () => (called += 1));
  await new Promise<void>((resolve) => victim.listen(0, '::', resolve));
  const { port } = victim.address() as AddressInfo;
  const step = (type: string, controlValues: object) => ({ name: 'Step', type, controlValues });
  const steps = [
    step('http_request', { method: 'POST', url: '{{payload.url}}', body: [], headers: [] }),
    step('chat', { body: 'Hello' }),
  ];
  const chat = { providerId: 'mattermost', channel: 'chat', credentials: {}, active: true };
  const added = await api.post('/v1/integrations', chat);
  target.check(added.status === 201, `the chat integration was refused: ${JSON.stringify(added.body)}`);
  await api.subscriber({ subscriberId: 'outward' });
  const workflowId = `outward-${target.values.whole(1, 1e9)}`;
  await api.workflow({ workflowId, steps });
  try {
    for (const url of hostsOf(port)) {
      // In a step of a workflow, and as the address of a subscriber in a chat.
      const credentials = { providerId: chat.providerId, credentials: { webhookUrl: url } };
      await api.put('/v1/subscribers/outward/credentials', credentials);
      const { transactionId } = await api.trigger(workflowId, { to: 'outward', payload: { url } });
      await api.get(`/v1/events/trigger/${transactionId}?wait=10`);
      // As an application with workflows in code; an environment for development may have one on this machine.
      await target.client('production').post('/v1/bridge/validate', { bridgeUrl: url });
      // As a webhook of our own.
      const webhook = await api.post('/v1/webhooks', { url });
      if (webhook.status === 201) await api.post(`/v1/webhooks/${webhook.body.data._id}/test`, {});
      // As the address of a provider. Mail servers on this machine are allowed where the embedded store is.
      const own = { webhookUrl: url, secretKey: 'k', from: 'a@example.com', senderName: 'A' };
      const fields = { providerId: 'email-webhook', channel: 'email', credentials: own, active: true };
      const integration = await api.post('/v1/integrations', fields);
      if (integration.status === 201) {
        await api.post(`/v1/integrations/${integration.body.data._id}/test`, { to: 'ada@example.com' });
      }
      target.check(called === 0, `${url} was called`);
      called = 0;
    }
  } finally {
    victim.closeAllConnections();
    await new Promise((resolve) => victim.close(resolve));
  }
};
