import fc from 'fast-check';
import { operation } from './inbox-model/operations.js';
import { InboxRun, RETENTION_DAYS, workflowsOf } from './inbox-model/inbox-run.js';
import { PendingCarrier } from '../../../src/notifications/messages/pending/pending-carrier.js';
import { LiveScene } from './live-scene.js';

/** Operations in the suite; `node test/inbox/live/inbox-model/run.mjs` for a long search, which can also repeat one by its seed. */
const operations = Number(process.env.INBOX_OPERATIONS ?? 45);
const seed = Number(process.env.INBOX_SEED ?? 1);
/** Operations on one inbox; half of it on average. */
const LONGEST = 60;
const numRuns = Math.ceil(operations / (LONGEST / 2));
/** The search for the shortest sequence that fails ends then, too. */
const MAX_MS = 240_000 + operations * 500;

/** When changes of the whole inbox are stored with its messages. */
const MODES = [
  { stored: 'at once', atOnce: '2000', isHeldBack: false },
  { stored: 'behind the response', atOnce: '1', isHeldBack: false },
  { stored: 'only when too many are pending', atOnce: '1', isHeldBack: true },
];

describe.each(MODES)('an inbox whose changes are stored $stored', ({ atOnce, isHeldBack }) => {
  let scene: LiveScene;
  let workflows: Awaited<ReturnType<typeof workflowsOf>>;

  beforeAll(async () => {
    scene = await LiveScene.start({
      settings: {
        IN_APP_RETENTION_DAYS: String(RETENTION_DAYS),
        LIVE_COUNTS_MILLISECONDS: '1',
        SESSION_DAYS: '365',
        BULK_AT_ONCE: atOnce,
      },
    });
    if (isHeldBack) await scene.engine.carillon.app.get(PendingCarrier).beforeApplicationShutdown();
    // Only operations let time pass.
    scene.engine.clock.stop();
    workflows = await workflowsOf(scene);
  });

  afterAll(() => scene.close());

  it(
    `A1, A4, A8, A9, A13, N3, O3, O6: agrees with a model after each of some ${operations} random operations (INBOX_SEED=${seed})`,
    async () => {
      const started = performance.now();
      let done = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: LONGEST, size: 'max' }), async (sequence) => {
          const run = await InboxRun.start(scene, workflows);
          try {
            for (const next of sequence) {
              await run.perform(next);
              done += 1;
            }
            await run.settle();
          } finally {
            run.close();
          }
        }),
        { numRuns, seed, unbiased: true, interruptAfterTimeLimit: MAX_MS, markInterruptAsFailure: true },
      );
      const seconds = Math.round((performance.now() - started) / 1000);
      if (process.env.INBOX_OPERATIONS) {
        process.stdout.write(`${done} operations on ${numRuns} inboxes, ${seconds} s, INBOX_SEED=${seed}\n`);
      }
    },
    MAX_MS + 60_000,
  );
});
