import type { EmailContent } from '../kit/content.js';
import { EMAIL_ADAPTERS } from '../providers.js';
import { answered } from '../testing/fault-tables.js';

const content: EmailContent = {
  channel: 'email',
  to: ['ada@example.com'],
  subject: 'Hi',
  html: '<p>Hi</p>',
  text: 'Hi',
};
const account = { from: 'noreply@example.com', baseUrl: 'https://api.example.com' };
const providerOf = (id: string) => EMAIL_ADAPTERS.find((one) => one.id === id)!;

const many = { ...content, to: ['ada@example.com', 'bob@example.com'], cc: ['carl@example.com'] };
const outcomesOf = async (id: string, body: unknown, status = 200) =>
  (
    await answered(
      providerOf(id),
      many,
      { apiKey: 'key-123456', ...account },
      { status, headers: {}, body: JSON.stringify(body) },
    )
  ).addresses;

describe('the outcome of each address', () => {
  it('is what Mandrill says of each', async () => {
    const one = (email: string, status: string, reject_reason?: string) => ({
      email,
      status,
      reject_reason,
      _id: email,
    });
    expect(
      await outcomesOf('mandrill', [one('ada@example.com', 'sent'), one('bob@example.com', 'rejected', 'hard-bounce')]),
    ).toEqual([
      { address: 'ada@example.com', ok: true },
      { address: 'bob@example.com', ok: false, fault: 'recipient', error: 'rejected: hard-bounce' },
    ]);
  });

  it('is what Postmark says of those that are inactive', async () => {
    const Message =
      'Message OK, but will not deliver to these inactive addresses: bob@example.com. Inactive recipients have bounced.';
    expect(await outcomesOf('postmark', { ErrorCode: 0, Message, MessageID: '1' })).toMatchObject([
      { address: 'ada@example.com', ok: true },
      { address: 'bob@example.com', ok: false, fault: 'recipient' },
      { address: 'carl@example.com', ok: true },
    ]);
  });

  it('is what MailerSend warns of', async () => {
    const warnings = [{ type: 'SOME_SUPPRESSED', recipients: [{ email: 'carl@example.com' }] }];
    expect(await outcomesOf('mailersend', { warnings }, 202)).toMatchObject([
      { address: 'ada@example.com', ok: true },
      { address: 'bob@example.com', ok: true },
      { address: 'carl@example.com', ok: false, fault: 'recipient' },
    ]);
  });

  it('is left out when all are accepted', async () => {
    expect(await outcomesOf('postmark', { ErrorCode: 0, Message: 'OK', MessageID: '1' })).toBeUndefined();
  });
});
