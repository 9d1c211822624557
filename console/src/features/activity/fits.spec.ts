import { fits } from './fits';
import type { RunEntry, RunSearch } from './reads';

const RUN = {
  status: 'failed',
  transactionId: 't1',
  _templateId: 'w1',
  template: { triggers: [{ identifier: 'invoice' }] },
  subscriber: { subscriberId: 'ada', firstName: 'Ada', email: 'ada@example.com' },
  createdAt: '2026-03-01T12:00:00.000Z',
  contextKeys: ['tenant:b', 'app:a'],
  jobs: [
    { type: 'in_app', reason: 'delivered', providerId: 'novu' },
    { type: 'email', reason: 'send_failed', providerId: 'sendgrid' },
  ],
} as unknown as RunEntry;

describe('whether a live run belongs into the list', () => {
  it.each<[RunSearch, boolean]>([
    [{}, true],
    [{ status: 'skipped,failed' }, true],
    [{ status: 'skipped' }, false],
    [{ workflow: 'invoice' }, true],
    [{ workflow: 'code' }, false],
    [{ person: 'example.com' }, true],
    [{ person: 'Grace' }, false],
    [{ transaction: 't2' }, false],
    [{ digest: 'd1' }, false],
    [{ topic: 'orders' }, false],
    [{ context: 'app:a,tenant:b' }, true],
    [{ context: 'app:a' }, false],
    [{ since: '2026-03-01T13:00:00.000Z' }, false],
    [{ until: '2026-03-01T13:00:00.000Z' }, true],
    [{ step: 'email', reason: 'send_failed', provider: 'sendgrid' }, true],
    // All three are about one and the same step.
    [{ step: 'in_app', reason: 'send_failed' }, false],
  ])('%j: %s', (search, expected) => expect(fits(RUN, search)).toBe(expected));
});
