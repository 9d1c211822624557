import { conforms, oneSend } from '../testing/conformance.js';
import { appio } from './appio.js';

const account = { AppIOBaseUrl: 'https://api.io.pagopa.it/api/v1/', apiKey: 'c0ffee-subscription' };
const title = 'Appuntamento';
const body = 'Gentile Ada Lovelace, il suo appuntamento è confermato per domani alle ore dieci in punto.';
const content = { channel: 'push' as const, token: 'LVLDAA85T50G702B', title, body };

conforms(appio, {
  account,
  content,
  request: {
    method: 'POST',
    url: 'https://api.io.pagopa.it/api/v1/messages',
    headers: { 'content-type': 'application/json', 'ocp-apim-subscription-key': 'c0ffee-subscription' },
    body: JSON.stringify({ fiscal_code: 'LVLDAA85T50G702B', content: { subject: title, markdown: body } }),
  },
  accepted: { status: 201, body: '{"id":"01BX9NSMKVXXS5PSP2FATZMYYY"}', id: '01BX9NSMKVXXS5PSP2FATZMYYY' },
  refused: { status: 403, body: '{"status":403,"title":"The user is not allowed to receive messages"}' },
  secrets: ['LVLDAA85T50G702B'],
});

it.each([
  ['title', { title: 'Ciao' }, 'App IO takes a title of 10 to 120 characters, and this one has 4'],
  ['text', { body: 'Ciao' }, 'App IO takes a text of 80 to 10000 characters, and this one has 4'],
])('S1: a %s that does not fit is not sent', async (_what, changed, error) => {
  const { request, result } = await oneSend(appio, { content: { ...content, ...changed }, account });
  expect([request, result]).toEqual([undefined, { ok: false, fault: expect.any(String), kind: 'permanent', error }]);
});
