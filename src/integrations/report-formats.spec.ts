import { posted, REPORTED_AT, reports } from '#libs/providers/testing/reports.js';
import { requestSignature } from '../platform/outbound-http/request-signature.js';
import { formatOf, OWN_FORMAT } from './report-formats.js';

const AT = '2026-02-03T04:05:00.000Z';

describe('reports in the own form', () => {
  reports(OWN_FORMAT, {
    key: 'own key',
    body: [
      { eventId: 'e1', messageId: 'm1', type: 'delivered', timestamp: AT },
      { messageId: 'm1', type: 'complained' },
    ],
    prove: ({ rawBody }) => ({ 'novu-signature': requestSignature('own key', rawBody, REPORTED_AT) }),
    covers: ['body', 'time'],
    events: [
      { id: 'e1', messageId: 'm1', status: 'delivered', at: new Date(AT) },
      { messageId: 'm1', status: 'complaint' },
    ],
    malformed: ['text', [1], null],
  });

  it.each([
    [{}],
    [{ messageId: 1, type: 'sent' }],
    [{ messageId: '', type: 'sent' }],
    [{ messageId: ''.padEnd(513, 'm'), type: 'sent' }],
    [{ messageId: 'm1', type: 'toString' }],
    [{ messageId: 'm1', type: 'sent', eventId: null }],
    [{ messageId: 'm1', type: 'sent', timestamp: 'yesterday' }],
    [{ messageId: 'm1', type: 'sent', timestamp: '2026-99-99T00:00:00Z' }],
  ])('are refused with the fields that are wrong: %j', (body) => {
    expect(() => OWN_FORMAT.read(posted(body))).toThrow(expect.objectContaining({ name: 'ValidationException' }));
  });

  it('come up to 2,000 at once', () => {
    const batch = (count: number) => posted(Array.from({ length: count }, () => ({ messageId: 'm1', type: 'sent' })));
    expect(OWN_FORMAT.read(batch(2000))).toHaveLength(2000);
    expect(() => OWN_FORMAT.read(batch(2001))).toThrow('More than 2000 events at once');
  });
});

describe('what is reported', () => {
  it.each([
    [{ kind: 'delivery', channel: 'in_app', providerId: 'novu' }],
    [{ kind: 'delivery', channel: 'tool', providerId: 'pagerduty' }],
    [{ kind: 'agent', providerId: 'anthropic' }],
  ] as const)('is nothing by %j', (integration) => {
    expect(formatOf(integration)).toBeUndefined();
  });

  it('comes in the form of a provider that has one', () => {
    expect(formatOf({ kind: 'delivery', channel: 'email', providerId: 'sendgrid' })).not.toBe(OWN_FORMAT);
  });

  it('comes in the own form from a provider whose form is not known, whatever its name', () => {
    for (const channel of ['email', 'sms', 'chat', 'push'] as const) {
      expect(formatOf({ kind: 'delivery', channel, providerId: 'constructor' })).toBe(OWN_FORMAT);
    }
    expect(formatOf({ kind: 'delivery', channel: 'email', providerId: 'nodemailer' })).toBe(OWN_FORMAT);
  });
});
