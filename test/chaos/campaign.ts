import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ObjectId } from 'mongodb';
import { eventually } from '../eventually.js';
import type { Fleet } from './fleet.js';

/** Recipients of one trigger. */
const GROUP = 10;

/** Milliseconds after which a trigger that was not accepted is repeated. */
const PAUSE = 100;

/** Shows which events a digest has told of. */
const TOLD = '{{ steps.gather.events | map: "payload" | map: "n" | join: "," }}';

const STEPS = [
  { name: 'First', stepId: 'first', type: 'in_app', controlValues: { body: 'event {{ payload.n }}' } },
  { name: 'Pause', stepId: 'pause', type: 'delay', controlValues: { amount: 1, unit: 'seconds' } },
  { name: 'Gather', stepId: 'gather', type: 'digest', controlValues: { amount: 2, unit: 'seconds' } },
  {
    name: 'Mail',
    stepId: 'mail',
    type: 'email',
    controlValues: { subject: 'News', body: TOLD, editorType: 'html' },
  },
  { name: 'Last', stepId: 'last', type: 'in_app', controlValues: { body: TOLD } },
];

/**
 * Two events for each of some subscribers, through a workflow of five steps: in-app, delay, digest, email, in-app.
 * Triggers are repeated with their transaction id until they get a response, as a careful client does.
 */
export class Campaign {
  /** How often each status came in response to a trigger; 0 stands for a connection that broke. */
  readonly responses = new Map<number, number>();
  private posted = 0;
  private workflowId: string;
  private readonly transactionIds: string[];
  /** What is of this campaign, in the collections of events, runs and messages. */
  private readonly ours: { transactionId: { $in: string[] } };

  private constructor(
    private readonly fleet: Fleet,
    readonly people: number,
  ) {
    this.transactionIds = Array.from({ length: this.triggers }, () => randomUUID());
    this.ours = { transactionId: { $in: this.transactionIds } };
  }

  static async prepare(fleet: Fleet, people: number): Promise<Campaign> {
    const campaign = new Campaign(fleet, people);
    const environment = await fleet.database.collection('environments').findOne({ name: 'Development' });
    const { identifier, ...integration } = anEmailIntegration(environment!);
    const integrations = fleet.database.collection('integrations');
    await integrations.updateOne({ identifier }, { $setOnInsert: integration }, { upsert: true });
    ({ workflowId: campaign.workflowId } = await (await fleet.api(0)).workflow({ steps: STEPS }));
    return campaign;
  }

  /** How many triggers there are in all; the second event of everyone comes after the first of everyone. */
  get triggers(): number {
    return (2 * this.people) / GROUP;
  }

  /** Posts triggers until so many are acknowledged. */
  async postUntil(count: number): Promise<void> {
    const mine: number[] = [];
    while (this.posted < Math.min(count, this.triggers)) mine.push(this.posted++);
    await Promise.all(mine.map((number) => this.post(number)));
  }

  /** Grows with each run and each message that is stored, and never shrinks. */
  async progress(): Promise<number> {
    const { database } = this.fleet;
    const counts = await Promise.all(
      ['runs', 'messages'].map((name) => database.collection(name).estimatedDocumentCount()),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Resolves when nothing is left to do. */
  async ended(timeoutMs?: number): Promise<void> {
    const { database } = this.fleet;
    const { ours } = this;
    await eventually(async () => {
      const open = {
        events: await database.collection('events').countDocuments({ ...ours, sweepAt: { $exists: true } }),
        runs: await database.collection('runs').countDocuments({ ...ours, wakeAt: { $exists: true } }),
        uncounted: await database.collection('runs').countDocuments({ ...ours, counting: { $exists: true } }),
        missing: 2 * this.people - (await database.collection('runs').countDocuments(ours)),
      };
      expect(open).toEqual({ events: 0, runs: 0, uncounted: 0, missing: 0 });
    }, timeoutMs);
  }

  /** Everything that is lost, doubled or stuck; empty when all is as if nobody had been killed. */
  async problems(): Promise<string[]> {
    return [...(await this.eventProblems()), ...(await this.runProblems()), ...(await this.digestProblems())];
  }

  private async post(number: number): Promise<void> {
    const first = (number * GROUP) % this.people;
    const to = Array.from({ length: GROUP }, (_, index) => ({
      subscriberId: `s-${first + index}`,
      email: `s-${first + index}@example.com`,
    }));
    const n = Math.floor((number * GROUP) / this.people);
    const trigger = { name: this.workflowId, to, payload: { n }, transactionId: this.transactionIds[number] };
    for (let attempt = number; ; attempt++) {
      const api = await this.fleet.api(attempt);
      // A connection that breaks, because the process was killed, says nothing about what was stored.
      const response = await api.post('/v1/events/trigger', trigger).catch(() => undefined);
      const status = response?.status ?? 0;
      this.responses.set(status, (this.responses.get(status) ?? 0) + 1);
      if (status === 201) return;
      await setTimeout(PAUSE);
    }
  }

  private async eventProblems(): Promise<string[]> {
    const events = await this.fleet.database.collection('events').find(this.ours).toArray();
    const problems = events.length === this.triggers ? [] : [`${events.length} events of ${this.triggers}`];
    for (const { transactionId, counters } of events) {
      const { expanded, sent, failed, skipped } = counters;
      const sum = sent + failed + skipped;
      if (expanded !== GROUP || sum !== GROUP) problems.push(`event ${transactionId}: ${JSON.stringify(counters)}`);
    }
    return problems;
  }

  /** Each run has ended, with one message per step that was reached. */
  private async runProblems(): Promise<string[]> {
    const problems: string[] = [];
    const places = await this.messagePlaces();
    for (const run of await this.fleet.database.collection('runs').find(this.ours).toArray()) {
      const expected = run.status === 'merged' ? ['first'] : ['first', 'last', 'mail'];
      const found = places.get(run._id.toHexString()) ?? [];
      places.delete(run._id.toHexString());
      const sound = (run.status === 'completed' || run.status === 'merged') && run.claim === undefined;
      if (!sound || found.join() !== expected.join()) {
        const steps = run.steps.map(({ status, reason }: { status: string; reason?: string }) => `${status} ${reason}`);
        problems.push(
          `run ${run._id.toHexString()} is ${run.status} (${steps.join(', ')}) with messages of ${found.join()}`,
        );
      }
    }
    for (const [run, found] of places) problems.push(`messages of ${found.join()} for ${run}, which is no run`);
    return problems;
  }

  /** Behaviour DG7: each event is told of in one digest. */
  private async digestProblems(): Promise<string[]> {
    const told = new Map<string, string[]>();
    const messages = this.fleet.database.collection('messages').find({ ...this.ours, stepId: 'last' });
    for await (const { subscriberId, body } of messages) {
      const key = subscriberId.toHexString();
      told.set(key, [...(told.get(key) ?? []), ...String(body).split(',')]);
    }
    const wrong = [...told].filter(([, events]) => events.toSorted().join() !== '0,1');
    const problems = wrong.map(([subscriber, events]) => `${subscriber} was told of events ${events.join()}`);
    if (told.size !== this.people) problems.push(`${told.size} of ${this.people} were told`);
    return problems;
  }

  /** The steps that have messages, sorted, by hexadecimal run id; once for each message. */
  private async messagePlaces(): Promise<Map<string, string[]>> {
    const places = new Map<string, string[]>();
    const messages = this.fleet.database.collection('messages').find(this.ours).sort({ stepId: 1 });
    for await (const { runId, stepId } of messages) {
      const key = runId.toHexString();
      places.set(key, [...(places.get(key) ?? []), stepId]);
    }
    return places;
  }
}

function anEmailIntegration(environment: { _id: ObjectId; organizationId?: ObjectId }) {
  const now = new Date();
  return {
    _id: new ObjectId(),
    environmentId: environment._id,
    organizationId: environment.organizationId,
    channel: 'email',
    providerId: 'outbox',
    identifier: 'outbox',
    name: 'Outbox',
    active: true,
    primary: true,
    conditions: [],
    createdAt: now,
    updatedAt: now,
  };
}
