import type { ActivityCount } from './activity-count.schema.js';
import { funnelOf } from './funnel.service.js';

const step = (stepId: string, type: 'email' | 'in_app' | 'delay') => ({ stepId, name: stepId.toUpperCase(), type });
const NONE = { sent: 0, delivered: 0, opened: 0, clicked: 0, read: 0 };

describe('CS85: a funnel', () => {
  it('has the steps that send, in their order, and then those that are gone', () => {
    const counts: Pick<ActivityCount, 'stages'>[] = [
      { stages: { mail: { sent: 5, delivered: 4, opened: 2 }, old: { sent: 1 } } },
      {},
      { stages: { mail: { sent: 2, clicked: 1 } } },
    ];
    expect(funnelOf(counts, [step('bell', 'in_app'), step('wait', 'delay'), step('mail', 'email')])).toEqual([
      { stepId: 'bell', name: 'BELL', channel: 'in_app', ...NONE },
      { stepId: 'mail', name: 'MAIL', channel: 'email', sent: 7, delivered: 4, opened: 2, clicked: 1, read: 0 },
      { stepId: 'old', ...NONE, sent: 1 },
    ]);
  });
});
