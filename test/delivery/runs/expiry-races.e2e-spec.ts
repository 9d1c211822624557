import { EngineScene, MINUTE } from '../engine-scene.js';
import { MessageServer } from '../sending/message-server.js';

const SMS = { type: 'sms', controlValues: { body: '{{payload.text}}' } };
const RACES = 200;

describe('EX1: a code whose time ends while messages are on their way', () => {
  let scene: EngineScene;
  let service: MessageServer;
  let workflow: string;
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const expiresIn = { amount: 1, unit: 'minutes' };

  beforeAll(async () => {
    scene = await EngineScene.start({ settings: { DELIVER_TO: 'providers', HTTP_PRIVATE_TARGETS: '127.0.0.1' } });
    scene.clock.stop();
    service = await MessageServer.start();
    await scene.carillon.api.post('/v1/integrations', service.integration('sms', 'SMS'));
    scene.clock.forward(1000);
    workflow = await scene.workflow([SMS]);
  });
  afterEach(() => {
    service.status = () => 200;
    service.beforeResponse = () => undefined;
  });
  afterAll(async () => {
    await scene.close();
    await service.close();
  });

  const someone = () => ({ subscriberId: scene.newId(), phone: '+4915112345678' });
  /**
   * Whether the text has come in time, as 0 or 1, and how often too late. A jump of the clock also ends the leases of workers:
   * one that has lost its lease on a busy machine may post its message again.
   */
  function arrivals(text: string, end: number): { text: string; times: { early: number; late: number } } {
    const times = { early: 0, late: 0 };
    const { status } = service;
    service.status = (message, path) => {
      if (message.content === text) {
        if (scene.clock.now().getTime() < end) times.early = 1;
        else times.late += 1;
      }
      return status(message, path);
    };
    return { text, times };
  }

  it('is not sent after a slow message to the same person, and nothing is noted as tried', async () => {
    let expired = 0;
    for (let race = 0; race < RACES; race += 1) {
      service.status = () => 200;
      const to = someone();
      const passed = [MINUTE - 1, MINUTE, MINUTE + 1, random(2 * MINUTE)][race % 4]!;
      let accept = () => {};
      const accepted = new Promise<void>((resolve) => (accept = resolve));
      service.beforeResponse = async ({ content }) => {
        if (content !== 'slow') return;
        await accepted;
        scene.clock.forward(passed);
      };
      const { text, times } = arrivals(`code ${race}`, scene.clock.now().getTime() + MINUTE);
      await scene.trigger(workflow, { to, payload: { text: 'slow' } });
      const transactionId = await scene.trigger(workflow, { to, payload: { text }, expiresIn });
      // The slow message ends while the code is anywhere between its acceptance and its turn.
      for (let ticks = random(60); ticks > 0; ticks -= 1) await new Promise(setImmediate);
      accept();
      const [story] = await scene.story(transactionId);
      // It does not wait for long: on a busy machine it may be sent before the slow one has ended.
      if (passed < MINUTE) expect(times.early).toBe(1);
      expect([story, times.late]).toEqual([times.early === 1 ? 'completed: delivered' : 'skipped: expired', 0]);
      expect(await scene.messages.countDocuments({ transactionId })).toBe(times.early);
      expired += 1 - times.early;
    }
    expect(expired).toBeGreaterThan(RACES / 4);
  });

  it('is not sent after attempts that failed slowly', async () => {
    const outcomes = new Set<string>();
    for (let race = 0; race < RACES; race += 1) {
      let failures = random(4);
      service.status = () => (failures-- > 0 ? 503 : 200);
      const end = scene.clock.now().getTime() + MINUTE;
      const { text, times } = arrivals(`try ${race}`, end);
      service.beforeResponse = () => scene.clock.forward(random(race % 2 === 0 ? 2000 : 30_000));
      const transactionId = await scene.trigger(workflow, { to: someone(), payload: { text }, expiresIn });
      let [story] = await scene.story(transactionId);
      while (story === 'delayed: send_retrying') {
        await scene.later(random(20_000));
        [story] = await scene.story(transactionId);
      }
      outcomes.add(story!);
      expect(times.late).toBe(0);
      expect(story).toBe(failures < 0 ? 'completed: delivered' : 'skipped: expired');
    }
    expect(outcomes.size).toBe(2);
  });
});
