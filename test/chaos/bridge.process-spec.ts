import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { SampleApplication } from '../workflows/bridge/sample-application.js';
import { eventually } from '../eventually.js';
import { MessageServer } from '../delivery/sending/message-server.js';
import { describeFleet, Fleet } from './fleet.js';

/** How often the worker is killed while the application responds; `npm run chaos -- --kills 50 bridge` for the long form. */
const kills = Number(process.env.CHAOS_KILLS ?? 3);
/** Subscribers of each trigger. */
const GROUP = 5;

const SETTINGS = {
  RUN_LEASE_SECONDS: '2',
  SWEEP_AFTER_SECONDS: '2',
  SWEEP_INTERVAL_SECONDS: '1',
  DELIVER_TO: 'providers',
  HTTP_PRIVATE_TARGETS: '127.0.0.1',
  BRIDGE_TIMEOUT_SECONDS: '60',
};

describeFleet('an application with workflows in code', () => {
  let fleet: Fleet;
  let application: SampleApplication;
  let mails: MessageServer;

  beforeAll(async () => {
    fleet = await Fleet.start(SETTINGS, { apis: 1, workers: 1 });
    const api = await fleet.api(0);
    application = await SampleApplication.start(api.apiKey!);
    mails = await MessageServer.start();
    const integration = await api.post('/v1/integrations', mails.integration('email', 'Mail'));
    const { status } = await api.post('/v1/bridge/sync', { bridgeUrl: application.url });
    expect([integration.status, status]).toEqual([201, 200]);
  });

  afterAll(async () => {
    await fleet.close();
    await application.close();
    await mails.close();
  });

  /** Resolves when the application is asked for the whole group; else throws what the processes have said. */
  async function asked(kill: number, held: readonly ServerResponse[]): Promise<void> {
    const check = () => Promise.resolve(expect(held.length).toBeGreaterThanOrEqual(GROUP));
    await eventually(check).catch(async (error: unknown) => {
      const runs = await fleet.database
        .collection('runs')
        .find({ status: { $ne: 'completed' } })
        .toArray();
      const states = runs.map(({ status, wakeAt, claim, stepIndex }) => ({ status, wakeAt, claim, stepIndex }));
      const said = JSON.stringify({ kill, now: new Date(), states, printed: fleet.printed.slice(-4000) }, null, 2);
      throw new Error(said, { cause: error });
    });
  }

  async function completed(transactionIds: readonly string[]): Promise<void> {
    await eventually(async () => {
      const runs = await fleet.database
        .collection('runs')
        .find({ transactionId: { $in: transactionIds } })
        .toArray();
      expect(runs.map(({ status }) => status)).toEqual(Array<string>(transactionIds.length * GROUP).fill('completed'));
    });
  }

  it(
    `CF5, D7: is asked again for the step after a kill, and each message is sent once, through ${kills} kills`,
    async () => {
      const started = performance.now();
      const transactionIds: string[] = [];
      for (let kill = 0; kill < kills; kill++) {
        // Or the process would be killed while it sends a message of theirs, which it would send again with the same id.
        await completed(transactionIds);
        const held: ServerResponse[] = [];
        const step = kill % 2 === 0 ? 'first' : 'second';
        application.intercept = ({ stepId }, response) => stepId === step && held.push(response) > 0;
        const to = Array.from({ length: GROUP }, (_, index) => ({
          subscriberId: `s-${kill}-${index}`,
          email: `s-${kill}-${index}@example.com`,
        }));
        const transactionId = randomUUID();
        transactionIds.push(transactionId);
        const api = await fleet.api(0);
        await api.trigger('twice', { to, payload: { n: kill }, transactionId });
        await asked(kill, held);
        await fleet.kill(1);
        application.intercept = () => false;
        for (const response of held) response.destroy();
      }
      await completed(transactionIds);
      const ids = mails.posted.map(({ id }) => id);
      expect(ids).toHaveLength(2 * kills * GROUP);
      expect(new Set(ids).size).toBe(ids.length);
      const seconds = Math.round((performance.now() - started) / 1000);
      process.stdout.write(`${kills} kills, ${ids.length} messages, none twice, ${seconds} s\n`);
    },
    300_000 + kills * 30_000,
  );
});
