import { conforms } from '../testing/conformance.js';
import { slack } from './slack.js';

const account = { applicationId: 'A0SECRETAPP', clientId: '123.456', secretKey: 'c0ffee-client-secret' };
const unused = ['applicationId', 'clientId', 'secretKey'] as const;

conforms(slack, {
  account,
  unused,
  content: {
    channel: 'chat',
    target: { kind: 'channel', id: 'C123ABC456', token: 'xoxb-connection-token' },
    body: 'Grüße & mehr',
  },
  request: {
    method: 'POST',
    url: 'https://slack.com/api/chat.postMessage',
    headers: { 'content-type': 'application/json; charset=utf-8', authorization: 'Bearer xoxb-connection-token' },
    body: '{"channel":"C123ABC456","text":"Grüße & mehr"}',
  },
  accepted: {
    status: 200,
    body: '{"ok":true,"channel":"C123ABC456","ts":"1503435956.000247","message":{"text":"Grüße & mehr"}}',
    id: '1503435956.000247',
  },
  refused: { status: 200, body: '{"ok":false,"error":"channel_not_found"}' },
  busy: { status: 200, body: '{"ok":false,"error":"ratelimited"}' },
  secrets: ['xoxb-connection-token'],
});

conforms(slack, {
  account,
  unused,
  content: {
    channel: 'chat',
    target: { kind: 'webhook', url: 'https://hooks.slack.com/services/T00/B00/XXXX' },
    body: 'Hello',
  },
  request: {
    method: 'POST',
    url: 'https://hooks.slack.com/services/T00/B00/XXXX',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"Hello"}',
  },
  accepted: { status: 200, body: 'ok' },
  refused: { status: 404, body: 'no_service' },
  secrets: ['https://hooks.slack.com/services/T00/B00/XXXX', '/services/T00/B00/XXXX'],
});
