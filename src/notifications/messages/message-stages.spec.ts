import type { DeliveryStatus } from '#libs/providers/webhooks/read-events.js';
import { newStages, type Stage } from './message-stages.js';

describe('CS85: stages that a report adds', () => {
  it.each<[DeliveryStatus[], DeliveryStatus, Stage[]]>([
    [[], 'delivered', ['delivered']],
    [[], 'opened', ['delivered', 'opened']],
    [[], 'clicked', ['delivered', 'opened', 'clicked']],
    [['delivered'], 'opened', ['opened']],
    [['delivered'], 'clicked', ['opened', 'clicked']],
    [['opened'], 'delivered', []],
    [['clicked'], 'opened', []],
    [['opened'], 'opened', []],
    [[], 'bounced', []],
    [['delivered'], 'bounced', []],
    [['bounced'], 'delivered', ['delivered']],
  ])('after %j: %s adds %j', (before, added, expected) => {
    expect(newStages(before, added)).toEqual(expected);
  });
});
