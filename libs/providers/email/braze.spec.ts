import { conforms, oneSend, SAMPLE_EMAIL, SAMPLE_SENDER } from '../testing/conformance.js';
import { braze } from './braze.js';

const account = {
  apiKey: 'c0ffee-1234567890',
  ...SAMPLE_SENDER,
  apiURL: 'https://rest.iad-01.braze.com/',
  appID: 'app-identifier-1',
};
const known: Record<string, object[]> = {
  'ada@example.com': [{ external_id: 'ada', user_aliases: [] }],
  'bob@example.com': [{ user_aliases: [{ alias_name: 'bob', alias_label: 'crm' }] }],
};
const toBraze = { ...SAMPLE_EMAIL, cc: undefined, bcc: undefined, attachments: undefined };

conforms(braze, {
  account,
  content: toBraze,
  before({ url, body }) {
    if (!url.endsWith('/users/export/ids')) return undefined;
    const { email_address } = JSON.parse(body.toString()) as { email_address: string };
    return { status: 201, body: JSON.stringify({ message: 'success', users: known[email_address] }) };
  },
  request: {
    method: 'POST',
    url: 'https://rest.iad-01.braze.com/messages/send',
    headers: { 'content-type': 'application/json', authorization: 'Bearer c0ffee-1234567890' },
    body: JSON.stringify({
      external_user_ids: ['ada'],
      user_aliases: [{ alias_name: 'bob', alias_label: 'crm' }],
      messages: {
        email: {
          app_id: 'app-identifier-1',
          subject: 'Grüße',
          from: '"Example \\"Shop\\"" <noreply@example.com>',
          reply_to: 'help@example.com',
          body: '<p>Hello</p>',
          plaintext_body: 'Hello',
          headers: { 'X-Order': '7' },
          extras: { order: 7, shop: 'north' },
        },
      },
    }),
  },
  accepted: { status: 201, body: '{"dispatch_id":"d-1","message":"success"}', id: 'd-1' },
  refused: { status: 400, body: '{"message":"Valid push must be provided"}' },
});

describe('Braze', () => {
  it.each([
    ['copies', { ...toBraze, cc: ['carl@example.com'] }, 'Braze sends no copies (cc, bcc)'],
    ['files', { ...toBraze, attachments: SAMPLE_EMAIL.attachments }, 'Braze sends no files'],
  ])('S1: sends no %s, and nothing without them', async (_name, unsupported, error) => {
    const { request, result } = await oneSend(braze, { content: unsupported, account });
    expect([request, result]).toEqual([undefined, { ok: false, fault: expect.any(String), kind: 'permanent', error }]);
  });

  it('S1: says whom it does not know', async () => {
    const response = { status: 201, body: '{"message":"success","users":[]}' };
    const { result } = await oneSend(braze, { content: toBraze, account, response });
    expect(result).toMatchObject({ kind: 'permanent', error: 'Braze has no user with the address ada@example.com' });
  });
});
