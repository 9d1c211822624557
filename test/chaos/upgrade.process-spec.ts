import { Random } from '../store/support/random.js';
import { eventually } from '../eventually.js';
import { Campaign } from './campaign.js';
import { describeFleet, Fleet } from './fleet.js';

/** The folder of the build to upgrade from, which `node test/chaos/upgrade.mjs` makes: that takes too long for every change. */
const from = process.env.UPGRADE_FROM;
const people = Number(process.env.CHAOS_PEOPLE ?? 50);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000_000);

/** Work that was handed back is taken soon. */
const SOON = { RUN_LEASE_SECONDS: '2', SWEEP_AFTER_SECONDS: '2', SWEEP_INTERVAL_SECONDS: '1' };

(from === undefined ? describe.skip : describeFleet)(
  `UP3: a rolling upgrade of two API processes and two workers (CHAOS_SEED=${seed})`,
  () => {
    let fleet: Fleet;

    beforeAll(async () => {
      fleet = await Fleet.start(SOON, { apis: 2, workers: 2, checkout: from });
    });

    afterAll(() => fleet.close());

    it(`under load, one process after the other: each message of ${people} subscribers is sent once`, async () => {
      const random = new Random(seed);
      const campaign = await Campaign.prepare(fleet, people);
      const started = performance.now();
      const triggers: Promise<void>[] = [];
      // Workers may be first or last: a release must work beside the one before it either way.
      const places = Array.from({ length: fleet.size }, (_, index) => index);
      const order = random.between(0, 1) === 0 ? places : places.toReversed();
      for (const [index, place] of order.entries()) {
        triggers.push(campaign.postUntil(Math.ceil((campaign.triggers * (index + 1)) / (fleet.size + 1))));
        const before = await campaign.progress();
        await eventually(async () => expect(await campaign.progress()).toBeGreaterThan(before));
        await fleet.replace(place);
      }
      triggers.push(campaign.postUntil(campaign.triggers));
      await Promise.all(triggers);
      await campaign.ended();
      expect(await campaign.problems()).toEqual([]);
      const seconds = Math.round((performance.now() - started) / 1000);
      process.stdout.write(`Upgraded from ${from}, ${people} subscribers, ${seconds} s, CHAOS_SEED=${seed}\n`);
    }, 600_000);
  },
);
