/** @runs-on redis */
import { EngineScene, inApp, throttle } from '../delivery/engine-scene.js';

/** How often; `npm run chaos` has 20 rounds. */
const rounds = Number(process.env.CHAOS_ROUNDS ?? 1);

describe('100 events at once at a throttle of 5', () => {
  let scene: EngineScene;

  beforeAll(async () => {
    scene = await EngineScene.start();
  });

  afterAll(() => scene.close());

  it(
    `H6: exactly 5 pass, and the others say why they did not (${rounds} rounds)`,
    async () => {
      const name = await scene.workflow([throttle(5, 1, 'hours'), inApp('x')]);
      for (let round = 0; round < rounds; round++) {
        const to = scene.newId();
        const ids = await Promise.all(Array.from({ length: 100 }, () => scene.trigger(name, { to })));
        const stories: string[] = [];
        for (const id of ids) stories.push((await scene.story(id)).join(', '));
        const counts = Object.fromEntries(
          [...new Set(stories)].map((story) => [story, stories.filter((one) => one === story).length]),
        );
        expect(counts).toEqual({
          'completed: throttle_passed, completed: delivered': 5,
          'skipped: throttled, skipped: throttled': 95,
        });
        expect(await scene.messages.countDocuments({ transactionId: { $in: ids } })).toBe(5);
      }
    },
    300_000 + rounds * 10_000,
  );
});
