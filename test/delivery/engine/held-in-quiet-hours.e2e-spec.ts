/** @runs-on redis */
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import { DAY, EngineScene, HOUR, inApp } from '../engine-scene.js';
import { MessageServer } from '../sending/message-server.js';

const EMAIL = { type: 'email', controlValues: { subject: 'No. {{payload.n}}', body: '<p>Hi</p>' } };
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const HOURS = { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] };
const DAYTIME: Schedule = { isEnabled: true, weeklySchedule: Object.fromEntries(DAYS.map((day) => [day, HOURS])) };

describe('messages that are held in quiet hours', () => {
  let scene: EngineScene;
  let mail: MessageServer;

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    scene.clock.stop();
    mail = await MessageServer.start();
    const { status } = await scene.carillon.api.post('/v1/integrations', mail.integration('email', 'Mail'));
    expect(status).toBe(201);
  });

  afterAll(async () => {
    await scene.close();
    await mail.close();
  });

  /** The next evening, by the clock of UTC. */
  beforeEach(() => {
    const midnight = Math.floor(scene.clock.now().getTime() / DAY) * DAY;
    scene.clock.to(new Date(midnight + DAY + 18 * HOUR));
  });

  const sleeper = async (): Promise<string> => {
    const to = await scene.subscriber({ email: 'ada@example.com' });
    await scene.prefer(to, { all: { enabled: true }, channels: {}, schedule: DAYTIME });
    return to;
  };
  const subjects = () =>
    mail.requests.map(({ body }) => (JSON.parse(body) as { subject: string }).subject.replace('No. ', ''));
  const hold = (steps: object[], fields: object = {}) => scene.workflow(steps, { quietHours: 'hold', ...fields });

  it('Q9: wait until they end, and are seen among the waits; in-app messages before them are not held', async () => {
    const to = await sleeper();
    const name = await hold([inApp('now'), EMAIL]);
    const transactionId = await scene.trigger(name, { to, payload: { n: 'one' } });
    expect(await scene.story(transactionId)).toEqual(['completed: delivered', 'delayed: quiet_hours_waiting']);
    const { body } = await scene.carillon.api.get(`/v1/waits?subscriberId=${to}&reason=quiet_hours_waiting`);
    const morning = new Date(scene.clock.now().getTime() + 15 * HOUR).toISOString();
    expect(body.data).toEqual([expect.objectContaining({ transactionId, stepId: 'step-2', until: morning })]);
    await scene.later(15 * HOUR - 1);
    expect(await scene.story(transactionId)).toEqual(['completed: delivered', 'delayed: quiet_hours_waiting']);
    await scene.later(1);
    expect(await scene.story(transactionId)).toEqual(['completed: delivered', 'completed: delivered']);
    expect(subjects()).toContain('one');
  });

  it('Q2: are skipped by workflows that say nothing, and Q3: sent by critical ones', async () => {
    const to = await sleeper();
    const preferences = { user: { all: { enabled: true, readOnly: true }, channels: {} } };
    const [quiet, critical] = [await scene.workflow([EMAIL]), await hold([EMAIL], { preferences })];
    expect(await scene.story(await scene.trigger(quiet, { to }))).toEqual(['skipped: schedule']);
    expect(await scene.story(await scene.trigger(critical, { to }))).toEqual(['completed: delivered']);
  });

  it('Q10: of one subscriber are sent one after the other, in the order of acceptance', async () => {
    const to = await sleeper();
    const names = [await hold([EMAIL]), await hold([inApp('x'), EMAIL])];
    const given = Array.from({ length: 12 }, (_, index) => `in order ${index}`);
    for (const [index, n] of given.entries()) {
      await scene.story(await scene.trigger(names[index % 2]!, { to, payload: { n } }));
      scene.clock.forward(1);
    }
    await scene.later(15 * HOUR);
    expect(subjects().filter((one) => given.includes(one))).toEqual(given);
  });

  it('WA4: are sent at once when they are released', async () => {
    const to = await sleeper();
    const transactionId = await scene.trigger(await hold([EMAIL]), { to, payload: { n: 'released' } });
    expect(await scene.story(transactionId)).toEqual(['delayed: quiet_hours_waiting']);
    const { body } = await scene.carillon.api.post('/v1/waits/release', { subscriberId: to });
    expect(body.data).toEqual({ ended: 1, next: null });
    await scene.wake();
    expect(await scene.story(transactionId)).toEqual(['completed: delivered']);
  });

  it('Q9: a simulation says until when it would be held', async () => {
    const to = await sleeper();
    const { body } = await scene.carillon.api.post('/v1/events/simulate', { name: await hold([EMAIL]), to });
    const [step] = body.data.recipients[0].steps;
    const morning = new Date(scene.clock.now().getTime() + 15 * HOUR).toISOString();
    expect(step).toMatchObject({ status: 'completed', at: morning });
    expect(step.warnings.join()).toContain(`waits until ${morning}`);
  });
});
