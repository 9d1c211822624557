import { conforms } from '../testing/conformance.js';
import { mattermost } from './mattermost.js';

const url = 'https://chat.example.com/hooks/p8yb1dnsmfbq8xoydgxnbxh3ce';

conforms(mattermost, {
  account: {},
  content: { channel: 'chat', target: { kind: 'webhook', url, channel: 'town-square' }, body: 'Hello' },
  request: {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{"channel":"town-square","text":"Hello"}',
  },
  accepted: { status: 200, body: 'ok' },
  refused: {
    status: 400,
    body: '{"id":"web.incoming_webhook.invalid.app_error","message":"Invalid webhook.","status_code":400}',
  },
  secrets: [url, '/hooks/p8yb1dnsmfbq8xoydgxnbxh3ce'],
});
