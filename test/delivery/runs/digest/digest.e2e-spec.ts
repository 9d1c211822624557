/** @runs-on redis */
import { randomUUID } from 'node:crypto';
import { DigestsService } from '../../../../src/delivery/runs/digest/digests.service.js';
import { eventually } from '../../../eventually.js';
import { DAY, delay, digest, EngineScene, HOUR, inApp, MINUTE } from '../../engine-scene.js';

const SUMMARY = '{{ steps.step-1.eventCount }}: {{ steps.step-1.events | map: "payload" | map: "n" | join: "," }}';

describe('digest', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
  });

  afterAll(() => scene.close());

  /** Bodies of all in-app messages of a subscriber, oldest first. */
  async function inbox(subscriberId: string): Promise<string[]> {
    const subscriber = await scene.subscribers.findOne({ subscriberId }).lean();
    const messages = await scene.messages.find({ subscriberId: subscriber!._id }).sort({ createdAt: 1 }).lean();
    return messages.map(({ body }) => body);
  }

  /** Triggers one event after the other, each when the one before has reached its window. */
  async function triggerInTurn(name: string, to: string, payloads: object[]): Promise<string[]> {
    const ids: string[] = [];
    for (const payload of payloads) {
      const transactionId = await scene.trigger(name, { to, payload });
      await scene.settled(transactionId);
      ids.push(transactionId);
    }
    return ids;
  }

  it('DG2, DG5: the first event opens a window, the others join it, and one message tells of all of them', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(10, 'minutes'), inApp(SUMMARY)]);
    const ids = await triggerInTurn(name, to, [{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await Promise.all(ids.map((id) => scene.story(id)))).toEqual([
      ['delayed: digest_waiting', 'pending'],
      ['merged: digest_merged', 'merged: digest_merged'],
      ['merged: digest_merged', 'merged: digest_merged'],
    ]);
    expect(await inbox(to)).toEqual([]);
    await scene.later(10 * MINUTE);
    expect(await inbox(to)).toEqual(['3: 1,2,3']);
    expect(await scene.story(ids[0]!)).toEqual(['completed: digest_complete', 'completed: delivered']);
    const [opener] = (await scene.activity(ids[0]!)).body.data;
    const [merged] = (await scene.activity(ids[1]!)).body.data;
    expect(merged).toMatchObject({ status: 'merged', _digestedNotificationId: opener._id });
    const parts = await scene.carillon.api.get(`/v1/notifications?digestedInto=${opener._id}`);
    expect(parts.body.data.map((one: { transactionId: string }) => one.transactionId).toSorted()).toEqual(
      ids.slice(1).toSorted(),
    );
    expect(merged.jobs[0].digest).toEqual({ type: 'regular', amount: 10, unit: 'minutes' });
  });

  it('DG7: an event is told of once, also when its worker stands still until another one has done its work', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(10, 'minutes'), inApp(SUMMARY)]);
    const slow = holdUpNextJoin();
    const first = await scene.trigger(name, { to, payload: { n: 1 } });
    await slow.reached;
    // Its lease on the run ends.
    await scene.later(MINUTE);
    await scene.settled(first);
    await scene.later(10 * MINUTE);
    expect(await inbox(to)).toEqual(['1: 1']);
    await triggerInTurn(name, to, [{ n: 2 }]);
    await slow.goOn();
    await scene.later(10 * MINUTE);
    expect(await inbox(to)).toEqual(['1: 1', '1: 2']);
  });

  it('Z6: a run is counted once, also when its worker stands still until another one has ended and counted it', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(10, 'minutes'), inApp(SUMMARY)]);
    await triggerInTurn(name, to, [{ n: 1 }]);
    const slow = holdUpNextJoin();
    const second = await scene.trigger(name, { to, payload: { n: 2 } });
    await slow.reached;
    // Its lease on the run ends; the event is not given to another worker yet.
    await scene.later(31_000);
    await scene.settled(second);
    await slow.goOn();
    const progress = () => scene.carillon.api.get(`/v1/events/trigger/${second}`);
    await eventually(async () => expect((await progress()).body.data).toMatchObject({ expanded: 1 }));
    expect((await progress()).body.data).toMatchObject({
      expanded: 1,
      sent: 0,
      skipped: 0,
      merged: 1,
      nothingSent: { reason: 'merged', detail: expect.stringContaining('merged into the digest') },
    });
  });

  /** The worker that has a run join next stands still, once it is about to; `goOn` resolves when it has joined. */
  function holdUpNextJoin(): { reached: Promise<void>; goOn: () => Promise<void> } {
    const digests = scene.carillon.app.get(DigestsService, { strict: false });
    const join = digests.join.bind(digests);
    const joined: Promise<unknown>[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((resolve) => {
      digests.join = (requests) => {
        digests.join = join;
        const late = held.then(() => join(requests));
        joined.push(late);
        resolve();
        return late;
      };
    });
    return {
      reached,
      async goOn() {
        release();
        await Promise.all(joined);
      },
    };
  }

  it('DG2: the window does not slide, and the next event after it opens another one', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(10, 'minutes'), inApp(SUMMARY)]);
    await triggerInTurn(name, to, [{ n: 1 }]);
    await scene.later(9 * MINUTE);
    await triggerInTurn(name, to, [{ n: 2 }]);
    await scene.later(MINUTE);
    expect(await inbox(to)).toEqual(['2: 1,2']);
    await triggerInTurn(name, to, [{ n: 3 }]);
    await scene.later(10 * MINUTE);
    expect(await inbox(to)).toEqual(['2: 1,2', '1: 3']);
  });

  it('DG1: groups are apart by subscriber, workflow, step, key and contexts', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(10, 'minutes', { digestKey: 'payload.post.id' }), inApp(SUMMARY)]);
    await triggerInTurn(name, to, [
      { n: 1, post: { id: 'a' } },
      { n: 2, post: { id: 'b' } },
      { n: 3, post: { id: 'a' } },
      { n: 4 },
      { n: 5 },
    ]);
    const inContext = await scene.trigger(name, { to, payload: { n: 6 }, context: { tenant: 'acme' } });
    await scene.settled(inContext);
    const other = await scene.workflow([digest(10, 'minutes'), inApp(SUMMARY)]);
    await triggerInTurn(other, to, [{ n: 7 }]);
    await triggerInTurn(name, scene.newId(), [{ n: 8, post: { id: 'a' } }]);
    await scene.later(10 * MINUTE);
    expect((await inbox(to)).sort()).toEqual(['1: 2', '1: 6', '1: 7', '2: 1,3', '2: 4,5']);
  });

  it('DG1: two digest steps in one workflow have windows of their own', async () => {
    const to = scene.newId();
    const name = await scene.workflow([
      digest(1, 'minutes'),
      digest(10, 'minutes'),
      inApp('{{ steps.step-1.eventCount }} {{ steps.step-2.eventCount }}'),
    ]);
    await triggerInTurn(name, to, [{ n: 1 }, { n: 2 }]);
    await scene.later(MINUTE);
    await triggerInTurn(name, to, [{ n: 3 }]);
    await scene.later(MINUTE);
    await scene.later(10 * MINUTE);
    expect(await inbox(to)).toEqual(['2 2']);
  });

  it('DG3: with a look-back, a first event passes at once and later ones are digested', async () => {
    const to = scene.newId();
    const lookBackWindow = { amount: 5, unit: 'minutes' };
    const name = await scene.workflow([digest(10, 'minutes', { lookBackWindow }), inApp(SUMMARY)]);
    const [first] = await triggerInTurn(name, to, [{ n: 1 }]);
    expect(await scene.story(first!)).toEqual(['skipped: digest_passed', 'completed: delivered']);
    await scene.later(MINUTE);
    await triggerInTurn(name, to, [{ n: 2 }]);
    await scene.later(MINUTE);
    await triggerInTurn(name, to, [{ n: 3 }]);
    await scene.later(9 * MINUTE);
    expect(await inbox(to)).toEqual(['1: 1', '2: 2,3']);
    await scene.later(6 * MINUTE);
    const [last] = await triggerInTurn(name, to, [{ n: 4 }]);
    expect(await scene.story(last!)).toEqual(['skipped: digest_passed', 'completed: delivered']);
  });

  it('DG3: of events at the same moment, one passes and the others are digested', async () => {
    const to = scene.newId();
    const lookBackWindow = { amount: 5, unit: 'minutes' };
    const name = await scene.workflow([digest(10, 'minutes', { lookBackWindow }), inApp('x')]);
    const ids = await Promise.all(Array.from({ length: 30 }, () => scene.trigger(name, { to })));
    const stories = [];
    for (const id of ids) stories.push((await scene.story(id))[0]);
    expect(stories.filter((story) => story === 'skipped: digest_passed')).toHaveLength(1);
    expect(stories.filter((story) => story === 'delayed: digest_waiting')).toHaveLength(1);
    expect(stories.filter((story) => story === 'merged: digest_merged')).toHaveLength(28);
  });

  it("DG4: a timed digest ends at the next tick in the subscriber's zone", async () => {
    const to = await scene.subscriber({ timezone: 'Asia/Tokyo' });
    const timed = { type: 'digest', controlValues: { type: 'timed', cron: '0 9 * * *' } };
    const name = await scene.workflow([timed, inApp(SUMMARY)]);
    const [first] = await triggerInTurn(name, to, [{ n: 1 }, { n: 2 }]);
    expect((await scene.settled(first!))[0]!.wakeAt!.toISOString()).toMatch(/T00:00:00\.000Z$/);
    await scene.later(DAY);
    expect(await inbox(to)).toEqual(['2: 1,2']);
  });

  it('DG6: a window with one event is a digest of one', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(1, 'minutes'), inApp('{{ steps.step-1.countSummary }}')]);
    await triggerInTurn(name, to, [{ n: 1 }]);
    await scene.later(MINUTE);
    expect(await inbox(to)).toEqual(['1 notification']);
  });

  it('DG10: steps before the digest run for every event, steps after it once', async () => {
    const to = scene.newId();
    const name = await scene.workflow([inApp('before'), digest(1, 'minutes'), inApp('after')]);
    await triggerInTurn(name, to, [{ n: 1 }, { n: 2 }]);
    await scene.later(MINUTE);
    expect(await inbox(to)).toEqual(['before', 'before', 'after']);
  });

  it('DG11: an event whose condition is false goes on without joining', async () => {
    const to = scene.newId();
    const skip = { '==': [{ var: 'payload.digest' }, true] };
    const name = await scene.workflow([digest(1, 'minutes', { skip }), inApp(SUMMARY)]);
    await triggerInTurn(name, to, [{ n: 1, digest: true }, { n: 2 }]);
    expect(await inbox(to)).toEqual([': ']);
    await scene.later(MINUTE);
    expect(await inbox(to)).toEqual([': ', '1: 1']);
  });

  it('DG12, P6: a window that is too long fails visibly and ends the run', async () => {
    expect(await scene.tell([digest(1000, 'days'), inApp('x')])).toEqual([
      'failed: digest_invalid',
      'canceled: earlier_step_failed',
    ]);
  });

  it('P9: the events are there after another wait, too', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(1, 'minutes'), delay(1, 'hours'), inApp(SUMMARY)]);
    await triggerInTurn(name, to, [{ n: 1 }, { n: 2 }]);
    await scene.later(MINUTE);
    await scene.later(HOUR);
    expect(await inbox(to)).toEqual(['2: 1,2']);
  });

  it.each([[4, 25]])(
    'DG7: %i groups of %i events at once: one message with all of them each',
    async (groups, events) => {
      const name = await scene.workflow([digest(1, 'hours'), inApp('{{ steps.step-1.eventCount }}')]);
      const people = Array.from({ length: groups }, () => scene.newId());
      const ids = await Promise.all(
        people.flatMap((to) => Array.from({ length: events }, () => scene.trigger(name, { to }))),
      );
      for (const id of ids) await scene.settled(id);
      await scene.later(HOUR);
      for (const to of people) expect(await inbox(to)).toEqual([String(events)]);
    },
  );

  it('DG7: events around the end of a window are in this one or the next, never lost, never in both', async () => {
    const to = scene.newId();
    const name = await scene.workflow([digest(1, 'minutes'), inApp(SUMMARY)]);
    const [opener] = await triggerInTurn(name, to, [{ n: 0 }]);
    const [run] = await scene.settled(opener!);
    const ids: string[] = [];
    for (let n = 1; n <= 60; n++) {
      if (n === 30) scene.clock.to(run!.wakeAt!);
      ids.push(await scene.trigger(name, { to, payload: { n } }));
    }
    await scene.wake();
    for (const id of ids) await scene.settled(id);
    await scene.later(MINUTE);
    const bodies = await inbox(to);
    const told = bodies.flatMap((body) => body.split(': ')[1]!.split(',').map(Number));
    expect(told.sort((a, b) => a - b)).toEqual(Array.from({ length: 61 }, (_, n) => n));
  });

  describe('cancelling', () => {
    /** Whether something of the event was canceled. */
    const cancel = async (transactionId: string): Promise<boolean> =>
      (await scene.carillon.api.delete(`/v1/events/trigger/${transactionId}`)).body.data;

    it('DG8: cancelling the opener hands the window to the oldest merged event, with the same end', async () => {
      const to = scene.newId();
      const name = await scene.workflow([digest(10, 'minutes'), inApp(SUMMARY)]);
      const [opener, second, third] = await triggerInTurn(name, to, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      const [before] = await scene.settled(opener!);
      expect(await cancel(opener!)).toBe(true);
      const [promoted] = await scene.settled(second!);
      expect(promoted).toMatchObject({ status: 'waiting', wakeAt: before!.wakeAt });
      expect((await scene.activity(opener!)).body.data[0]).toMatchObject({
        status: 'canceled',
        jobs: [
          { status: 'canceled', reason: 'run_canceled' },
          { status: 'canceled', reason: 'run_canceled' },
        ],
      });
      await scene.later(10 * MINUTE);
      expect(await inbox(to)).toEqual(['2: 2,3']);
      expect(await scene.story(second!)).toEqual(['completed: digest_complete', 'completed: delivered']);
      expect((await scene.story(third!))[0]).toBe('merged: digest_merged');
    });

    it('DG8: cancelling a merged event removes only that event', async () => {
      const to = scene.newId();
      const name = await scene.workflow([digest(10, 'minutes'), inApp(SUMMARY)]);
      const ids = await triggerInTurn(name, to, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      expect(await cancel(ids[1]!)).toBe(true);
      await scene.later(10 * MINUTE);
      expect(await inbox(to)).toEqual(['2: 1,3']);
      expect(await cancel(ids[2]!)).toBe(false);
    });

    it('DG8: cancelling all events of a window sends nothing, and the next event opens a new one', async () => {
      const to = scene.newId();
      const name = await scene.workflow([digest(10, 'minutes'), inApp(SUMMARY)]);
      const ids = await triggerInTurn(name, to, [{ n: 1 }, { n: 2 }]);
      for (const id of ids) expect(await cancel(id)).toBe(true);
      await triggerInTurn(name, to, [{ n: 3 }]);
      await scene.later(10 * MINUTE);
      expect(await inbox(to)).toEqual(['1: 3']);
    });

    it('T16: cancelling an unknown event is false', async () => {
      expect(await cancel(randomUUID())).toBe(false);
    });
  });
});
