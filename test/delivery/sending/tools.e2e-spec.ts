import { createHmac } from 'node:crypto';
import { Integration } from '../../../src/integrations/integration.schema.js';
import { anEndpoint } from '../../builders/channel.js';
import { EngineScene } from '../engine-scene.js';
import { MessageServer, type PostedRequest } from './message-server.js';

const STEP = { type: 'tool', controlValues: { body: 'Disk of {{payload.host}} is full\n98 %' } };
const TEXT = 'Disk of db & co is full\n98 %';

describe('steps that tell tools', () => {
  let scene: EngineScene;
  let service: MessageServer;
  let workflow: string;

  beforeAll(async () => {
    service = await MessageServer.start();
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    scene.clock.stop();
    workflow = await scene.workflow([STEP]);
  });

  beforeEach(async () => {
    service.requests.length = 0;
    service.status = () => 200;
    await scene.model(Integration).deleteMany({ channel: 'tool' });
    // The application may look at integrations it knows for a second.
    scene.clock.forward(1000);
  });

  afterAll(() => Promise.all([scene.close(), service.close()]));

  /** Creates an integration; returns its identifier. */
  async function integration(providerId: string, credentials: object = {}): Promise<string> {
    const request = { providerId, channel: 'tool', name: providerId, active: true, check: false, credentials };
    const { status, body } = await scene.carillon.api.post('/v1/integrations', request);
    expect({ status, body: status === 201 ? {} : body }).toEqual({ status: 201, body: {} });
    return body.data.identifier;
  }

  async function endpoint(subscriberId: string, integrationIdentifier: string, fields: object): Promise<void> {
    const request = anEndpoint({ subscriberId, integrationIdentifier, ...fields });
    const { status, body } = await scene.carillon.api.post('/v1/channel-endpoints', request);
    expect({ status, body: status === 201 ? {} : body }).toEqual({ status: 201, body: {} });
  }

  async function trigger(to: string, fields: object = {}): Promise<string> {
    return scene.trigger(workflow, { to, payload: { host: 'db & co' }, ...fields });
  }

  const bodyOf = ({ body }: PostedRequest) => JSON.parse(body) as Record<string, unknown>;
  const requestTo = (wanted: string): PostedRequest => service.requests.find(({ path }) => path === wanted)!;

  it('TO1: a preference keeps a tool from being told, and is shown', async () => {
    const to = await scene.subscriber();
    const path = `/v2/subscribers/${to}/preferences`;
    expect((await scene.carillon.api.patch(path, { channels: { tool: false } })).status).toBe(200);
    expect(await scene.story(await trigger(to))).toEqual(['skipped: preference']);
    const [shown] = (await scene.carillon.api.get(path)).body.data.workflows;
    expect(shown).toMatchObject({ channels: { tool: false }, overrides: [{ channel: 'tool', source: 'subscriber' }] });
  });

  it('TO1, TO2: each address of the person at each tool is told once', async () => {
    const to = await scene.subscriber();
    const baseUrl = service.address;
    const pagerduty = await integration('pagerduty', { baseUrl });
    const opsgenie = await integration('opsgenie', { baseUrl });
    const grafana = await integration('grafana');
    const webhook = await integration('tool-webhook', { secretKey: 'shared-secret' });
    await endpoint(to, pagerduty, {
      type: 'pagerduty_service',
      endpoint: { routingKey: 'routing-key-1', region: 'eu' },
    });
    await endpoint(to, opsgenie, { type: 'opsgenie_integration', endpoint: { apiKey: 'genie-key-1', region: 'us' } });
    await endpoint(to, grafana, {
      type: 'grafana_oncall_integration',
      endpoint: { url: `${baseUrl}/grafana`, authToken: 'glsa_1' },
    });
    await endpoint(to, webhook, {
      type: 'tool_webhook',
      endpoint: { url: `${baseUrl}/hook`, method: 'PUT', headers: { 'x-team': 'ops' } },
    });

    const transactionId = await trigger(to);
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
    expect(service.requests.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'POST /grafana',
      'POST /v2/alerts',
      'POST /v2/enqueue',
      'PUT /hook',
    ]);
    const event = bodyOf(requestTo('/v2/enqueue'));
    expect(event).toMatchObject({
      routing_key: 'routing-key-1',
      event_action: 'trigger',
      payload: { summary: 'Disk of db & co is full', custom_details: { message: TEXT } },
    });
    expect(requestTo('/v2/alerts').headers.authorization).toBe('GenieKey genie-key-1');
    expect(bodyOf(requestTo('/v2/alerts'))).toMatchObject({ message: 'Disk of db & co is full', description: TEXT });
    expect(requestTo('/grafana').headers.authorization).toBe('Bearer glsa_1');
    expect(bodyOf(requestTo('/grafana'))).toMatchObject({ message: TEXT, state: 'alerting' });
    const { headers, body } = requestTo('/hook');
    expect(headers).toMatchObject({
      'x-team': 'ops',
      'x-carillon-signature': createHmac('sha256', 'shared-secret').update(body).digest('hex'),
    });
    expect(bodyOf(requestTo('/hook'))).toMatchObject({ body: TEXT });
    const messages = await scene.messages.find({ transactionId }).lean();
    expect(messages.map(({ channel, status }) => `${channel}: ${status}`)).toEqual(Array(4).fill('tool: sent'));
    expect(messages.map(({ _id }) => _id.toHexString())).toContain(event.dedup_key);
    const listed = await scene.carillon.api.get(`/v1/messages?transactionId=${transactionId}&channel=tool`);
    expect(listed.body.data).toHaveLength(4);
  });

  it('TO1: who has no address there is told at the address of the integration, and skipped without one', async () => {
    const to = await scene.subscriber();
    await integration('pagerduty');
    const unreached = await trigger(to);
    expect(await scene.story(unreached)).toEqual(['skipped: missing_address']);
    await integration('tool-webhook', { webhookUrl: `${service.address}/own` });
    const transactionId = await trigger(to);
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
    expect(service.requests.map(({ path }) => path)).toEqual(['/own']);
  });

  it('S1, S2: what a tool does not take in passing is tried again as the same alert', async () => {
    const to = await scene.subscriber();
    await integration('pagerduty', { apiKey: 'own-routing-key', baseUrl: service.address });
    service.status = () => 429;
    const transactionId = await trigger(to);
    expect(await scene.story(transactionId)).toEqual(['delayed: send_retrying']);
    service.status = () => 200;
    await scene.later(6000);
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
    const keys = service.requests.map((one) => bodyOf(one).dedup_key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });

  it('E2, TO4: the trigger may change the request; a tool that refuses does not stop the others', async () => {
    const to = await scene.subscriber();
    await integration('opsgenie', { apiKey: 'own-genie-key', baseUrl: service.address });
    await integration('grafana', { webhookUrl: `${service.address}/grafana` });
    service.status = (_message, path) => (path === '/grafana' ? 422 : 200);
    const _passthrough = { body: { priority: 'P1' } };
    const transactionId = await trigger(to, { overrides: { providers: { opsgenie: { _passthrough } } } });
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
    expect(bodyOf(requestTo('/v2/alerts'))).toMatchObject({ priority: 'P1' });
    const failed = await scene.messages.findOne({ transactionId, status: 'error' }).lean();
    expect(failed).toMatchObject({ providerId: 'grafana', errorId: 'unexpected_tool_error' });
  });

  it('G9: without an integration the step fails, and the run goes on', async () => {
    const transactionId = await trigger(await scene.subscriber());
    expect(await scene.story(transactionId)).toEqual(['failed: no_active_integration']);
  });

  it('L8: a simulation shows where it would go, and nothing that opens the address', async () => {
    const to = await scene.subscriber();
    await endpoint(to, await integration('pagerduty'), {
      type: 'pagerduty_service',
      endpoint: { routingKey: 'routing-key-1', region: 'eu' },
    });
    const { status, body } = await scene.carillon.api.post('/v1/events/simulate', { name: workflow, to });
    const told = JSON.stringify(body);
    expect([status, told.includes('"region":"eu"'), told.includes('routing-key-1')]).toEqual([200, true, false]);
    expect(service.requests).toEqual([]);
  });
});
