import type { ApiClient } from '../../api-client.js';
import { eventually } from '../../eventually.js';
import { ownFolder } from '../../server/own-folder.js';

const WORKFLOW = {
  name: 'Invoice',
  workflowId: 'invoice',
  active: true,
  steps: [
    { name: 'Inbox', stepId: 'inbox', type: 'in_app', controlValues: { body: 'first' } },
    {
      name: 'Wait',
      stepId: 'wait',
      type: 'wait_until',
      controlValues: {
        until: [{ status: 'read', stepId: 'inbox' }, { event: 'paid' }],
        timeout: { amount: 3, unit: 'months' },
      },
    },
    { name: 'Later', stepId: 'later', type: 'in_app', controlValues: { body: '{{steps.wait.outcome}}' } },
  ],
};

describe('CS72: waits of months', () => {
  const { startAndCall } = ownFolder();

  const bodies = async (api: ApiClient, subscriberId: string): Promise<string[]> =>
    (await api.inbox(subscriberId)).map((notification: { body: string }) => notification.body);
  const waits = async (api: ApiClient): Promise<{ subscriberId: string; until: string }[]> =>
    (await api.get('/v1/waits')).body.data;

  it('survive kills, and are ended once, by what comes before the next one', async () => {
    let { carillon, api } = await startAndCall();
    const killed = async () => {
      await carillon.kill('SIGKILL');
      ({ carillon, api } = await startAndCall());
    };
    await api.workflow(WORKFLOW);
    for (const to of ['ada', 'grace', 'heidi']) await api.trigger('invoice', { to });
    await eventually(async () => expect(await waits(api)).toHaveLength(3));
    await killed();
    const [notification] = await api.inbox('ada');
    const read = await api.patch(`/v2/subscribers/ada/notifications/${notification.id}/read`, {});
    expect(read.status).toBe(200);
    await killed();
    const event = await api.post('/v1/waits/events', { name: 'paid', subscriberId: 'grace' });
    expect(event.body.data).toEqual({ ended: 1, hasMore: false });
    await killed();
    await eventually(async () => {
      expect(await bodies(api, 'ada')).toEqual(['status', 'first']);
      expect(await bodies(api, 'grace')).toEqual(['event', 'first']);
    });
    expect(await bodies(api, 'heidi')).toEqual(['first']);
    const [left, ...more] = await waits(api);
    expect([left!.subscriberId, more]).toEqual(['heidi', []]);
    expect(Date.parse(left!.until) - Date.now()).toBeGreaterThan(80 * 86_400_000);
  });
});
