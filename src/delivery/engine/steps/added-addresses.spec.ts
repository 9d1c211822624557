import { addressesWithin } from './added-addresses.js';

const deep = (value: unknown, levels: number): unknown => (levels === 0 ? value : { a: deep(value, levels - 1) });

describe('CS22: what a trigger writes into the request of a provider', () => {
  it.each<[Parameters<typeof addressesWithin>[0], unknown, string[]]>([
    ['email', { body: { bcc: [{ email: 'ada@example.com' }] } }, ['ada@example.com']],
    ['email', { headers: { 'X-Copy': 'Ada <ada@example.com>' } }, ['Ada <ada@example.com>', 'ada@example.com']],
    ['email', { body: { cc: 'ada@example.com, bob@example.com' } }, ['ada@example.com', 'bob@example.com']],
    ['email', { body: { cc: 'ada@example.com;bob@example.com' } }, ['ada@example.com', 'bob@example.com']],
    [
      'email',
      { body: { cc: '"Lovelace, Ada" <ada@example.com>' } },
      ['"Lovelace, Ada" <ada@example.com>', 'ada@example.com'],
    ],
    ['email', { body: { html: `<ada@example.com>${'x'.repeat(30_000)}` } }, []],
    ['email', { body: { html: 'Write to ada@example.com, please' } }, []],
    ['email', { body: { tags: ['welcome'], priority: 1 } }, []],
    ['email', deep('ada@example.com', 15), ['ada@example.com']],
    ['sms', { body: { To: '+4930901820' } }, ['+4930901820']],
    ['sms', { query: { to: 4_930_901_820 } }, ['4930901820']],
    ['sms', { body: { to: '+4930901820,+4930901821' } }, ['+4930901820', '+4930901821']],
    ['sms', { body: { to: 'whatsapp:+4930901820' } }, ['whatsapp:+4930901820']],
    ['push', { body: { registration_ids: ['token'] } }, ['token']],
    ['chat', { body: { channel: 'C123' } }, ['C123']],
    ['chat', undefined, []],
  ])('by %s: %j', (channel, value, found) => {
    expect(addressesWithin(channel, value)).toEqual(found);
  });
});
