import { createHmac } from 'node:crypto';
import type { ToolContent } from '../kit/content.js';
import { conforms, oneSend } from '../testing/conformance.js';
import { grafana } from './grafana.js';
import { opsgenie } from './opsgenie.js';
import { pagerduty } from './pagerduty.js';
import { TOOL_ADAPTERS } from '../providers.js';
import { titleOf } from './tool-targets.js';
import { toolWebhook } from './tool-webhook.js';

const KEY = '6925a1f0c0ffee0123456789';
const json = { 'content-type': 'application/json' };
const body = 'Disk full\nOn db-1: 98 %';
const url = 'https://tools.example.com/hooks/c0ffee';

describe('TO2: with the address of a person', () => {
  conforms(pagerduty, {
    account: { apiKey: 'own-routing-key-1', region: 'us' },
    content: { channel: 'tool', target: { kind: 'key', key: 'routing-key-of-ada', region: 'eu' }, body },
    request: {
      method: 'POST',
      url: 'https://events.eu.pagerduty.com/v2/enqueue',
      headers: json,
      body: JSON.stringify({
        routing_key: 'routing-key-of-ada',
        event_action: 'trigger',
        dedup_key: KEY,
        payload: {
          summary: 'Disk full',
          source: 'carillon',
          severity: 'error',
          custom_details: { message: body },
        },
      }),
    },
    accepted: {
      status: 202,
      body: `{"status":"success","message":"Event processed","dedup_key":"${KEY}"}`,
      id: KEY,
    },
    refused: { status: 400, body: '{"status":"invalid event","message":"Event object is invalid"}' },
    secrets: ['routing-key-of-ada'],
  });

  conforms(opsgenie, {
    account: {},
    content: { channel: 'tool', target: { kind: 'key', key: 'genie-key-of-ada', region: 'eu' }, body },
    request: {
      method: 'POST',
      url: 'https://api.eu.opsgenie.com/v2/alerts',
      headers: { ...json, authorization: 'GenieKey genie-key-of-ada' },
      body: JSON.stringify({ message: 'Disk full', alias: KEY, description: body, source: 'carillon' }),
    },
    accepted: {
      status: 202,
      body: '{"result":"Request will be processed","took":0.302,"requestId":"43a29c5c-3dbf"}',
      id: '43a29c5c-3dbf',
    },
    refused: { status: 422, body: '{"message":"Request body is not processable","took":0.1}' },
    secrets: ['genie-key-of-ada'],
  });

  conforms(grafana, {
    malformed: 'sent',
    account: {},
    content: { channel: 'tool', target: { kind: 'url', url, token: 'glsa_c0ffee' }, body },
    request: {
      method: 'POST',
      url,
      headers: { ...json, authorization: 'Bearer glsa_c0ffee' },
      body: JSON.stringify({ alert_uid: KEY, title: 'Disk full', message: body, state: 'alerting' }),
    },
    accepted: { status: 200, body: 'Ok.' },
    refused: { status: 403, body: 'Integration key not found' },
    secrets: [url, 'glsa_c0ffee'],
  });

  const posted = JSON.stringify({ id: KEY, body });
  conforms(toolWebhook, {
    malformed: 'sent',
    account: { secretKey: 'shared-secret' },
    content: {
      channel: 'tool',
      target: { kind: 'url', url, method: 'PUT', headers: { 'X-Api-Key': 'key-of-ada', 'content-length': '1', n: 7 } },
      body,
    },
    request: {
      method: 'PUT',
      url,
      headers: {
        ...json,
        'x-api-key': 'key-of-ada',
        'x-carillon-signature': createHmac('sha256', 'shared-secret').update(posted).digest('hex'),
      },
      body: posted,
    },
    accepted: { status: 202, body: '{"id":"ticket-7"}', id: 'ticket-7' },
    refused: { status: 410, body: 'Gone' },
    idempotencyHeader: 'idempotency-key',
    secrets: [url, 'key-of-ada'],
  });
});

describe('TO2: with the address of the account', () => {
  const content: ToolContent = { channel: 'tool', body };

  it.each([
    [pagerduty, { apiKey: 'own-key' }, 'https://events.pagerduty.com/v2/enqueue'],
    [pagerduty, { apiKey: 'own-key', region: 'EU' }, 'https://events.eu.pagerduty.com/v2/enqueue'],
    [opsgenie, { apiKey: 'own-key' }, 'https://api.opsgenie.com/v2/alerts'],
    [pagerduty, { apiKey: 'own-key', baseUrl: 'https://events.example.com/' }, 'https://events.example.com/v2/enqueue'],
    [
      opsgenie,
      { apiKey: 'own-key', baseUrl: 'https://alerts.example.com/a' },
      'https://alerts.example.com/a/v2/alerts',
    ],
    [grafana, { webhookUrl: url }, url],
    [toolWebhook, { webhookUrl: url }, url],
  ])('%j', async (provider, account, address) => {
    const response = { status: 202, body: '{"status":"success","requestId":"43a29c5c"}' };
    const { request, result } = await oneSend(provider, { content, account, response });
    expect([request?.url, result.ok]).toEqual([address, true]);
  });

  it.each(TOOL_ADAPTERS)('$id says that there is none', async (provider) => {
    const { request, result } = await oneSend(provider, { content });
    expect([request, result]).toMatchObject([
      undefined,
      { kind: 'permanent', error: `the integration has no credential "${provider.ownAddress}"` },
    ]);
  });

  it.each(TOOL_ADAPTERS)('$id does not send to what is not an address of it', async (provider) => {
    const target = { kind: 'url', url: 'ftp://example.com' } as const;
    const { request, result } = await oneSend(provider, { content: { ...content, target } });
    expect([request, result]).toMatchObject([undefined, { ok: false, kind: 'permanent' }]);
  });
});

it('TO3: a tool webhook is posted a JSON object as it is, and unsigned without a key', async () => {
  const content: ToolContent = { channel: 'tool', target: { kind: 'url', url }, body: ' {"severity": 1} ' };
  const { request } = await oneSend(toolWebhook, { content });
  expect(request).toEqual({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'message-key' },
    body: '{"severity":1}',
  });
});

it.each([
  ['one\ntwo', 9, 'one'],
  ['  \n one', 9, 'one'],
  ['👋👋👋👋', 3, '👋👋…'],
])('the title of %j in %d characters is %j', (text, most, title) => {
  expect(titleOf(text, most)).toBe(title);
});
