import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { rawCollection } from '../platform/persistence/raw-collection.js';
import { untilNotDuplicate } from '../platform/persistence/until-not-duplicate.js';
import { contextScope } from '../topics/subscriptions/topic-subscription.schema.js';
import { Preference } from './preference.schema.js';
import type { ChoiceUpdate } from './stored/choice-updates.js';
import { pathsOfWorkflow, workflowLayer } from './stored/workflow-choices.js';
import { NO_PREFERENCES, type SubscriberPreferences } from './subscriber-preferences.js';

const CACHE_SECONDS = 1;
const CACHED_ENVIRONMENTS = 1000;

/** Whose preferences are asked for, in which contexts, for which workflow. */
export interface PreferenceQuestion {
  subscriberId: Types.ObjectId;
  workflowId: Types.ObjectId;
  contextScope: string;
}

/** Whose preferences, in which exact set of contexts. */
export interface PreferenceOwner {
  subscriberId: Types.ObjectId;
  contextKeys: readonly string[];
}

/** What subscribers have chosen, as it is stored. */
@Injectable()
export class PreferencesService {
  private readonly inUse: ExpiringCache<boolean>;

  constructor(
    @InjectModel(Preference.name) private readonly preferences: Model<Preference>,
    private readonly clock: Clock,
  ) {
    this.inUse = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
  }

  /**
   * What subscribers have chosen, in the order of the questions, with one command for all. Environments in which nobody
   * has chosen anything cost none; the first choice there takes effect at once in this process, in others within a
   * second.
   */
  async findFor(
    environment: Pick<EnvironmentRef, 'id'>,
    questions: readonly PreferenceQuestion[],
  ): Promise<SubscriberPreferences[]> {
    if (questions.length === 0 || !(await this.areInUse(environment))) return questions.map(() => NO_PREFERENCES);
    const subscriberIds = new Map(questions.map(({ subscriberId }) => [subscriberId.toHexString(), subscriberId]));
    const found = await this.preferences
      .find(
        {
          environmentId: environment.id,
          subscriberId: { $in: [...subscriberIds.values()] },
          contextScope: { $in: [...new Set(questions.map(({ contextScope: scope }) => scope))] },
        },
        fieldsFor(questions),
      )
      .lean();
    const byOwner = new Map(found.map((preference) => [ownerKey(preference), preference]));
    return questions.map((question) => {
      const preference = byOwner.get(ownerKey(question));
      const workflow = workflowLayer(preference?.workflows, question.workflowId.toHexString());
      return {
        ...(preference && { global: preference }),
        ...(workflow && { workflow }),
        ...(preference?.schedule && { schedule: preference.schedule }),
      };
    });
  }

  /** Everything the subscriber has chosen in exactly these contexts; null for nothing. */
  find(environment: Pick<EnvironmentRef, 'id'>, owner: PreferenceOwner): Promise<Preference | null> {
    return this.preferences.findOne(ownedBy(environment, owner)).lean();
  }

  /**
   * Stores a choice with one atomic update and returns everything chosen by then. `isFirst`: before it there was
   * nothing. An empty update is refused: it would leave an empty document behind.
   */
  async store(
    environment: EnvironmentRef,
    owner: PreferenceOwner,
    { $set, $unset }: ChoiceUpdate,
  ): Promise<{ preference: Preference; isFirst: boolean }> {
    if (Object.keys($set).length === 0) throw new Error('There is nothing to store');
    const now = this.clock.now();
    const _id = new Types.ObjectId();
    const contextKeys = [...owner.contextKeys].sort();
    const preference = await untilNotDuplicate(() =>
      rawCollection<Preference>(this.preferences).findOneAndUpdate(
        ownedBy(environment, owner),
        {
          $set: { ...$set, updatedAt: now },
          ...(Object.keys($unset).length > 0 && { $unset }),
          $setOnInsert: { _id, organizationId: environment.organizationId, contextKeys, createdAt: now },
        },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    this.inUse.delete(environment.id.toHexString());
    if (!preference) throw new Error('An upsert has returned no document');
    return { preference, isFirst: preference._id.equals(_id) };
  }

  /** Stores a schedule unless there is one. True when there was nothing at all before. */
  async storeMissingSchedule(
    environment: EnvironmentRef,
    owner: PreferenceOwner,
    schedule: Schedule,
  ): Promise<boolean> {
    const now = this.clock.now();
    const { organizationId } = environment;
    const contextKeys = [...owner.contextKeys].sort();
    // The unique index refuses the upsert when there is a schedule, and also when somebody else has just stored the
    // first choice: the next look tells the one from the other.
    const isFirst = await untilNotDuplicate(async () => {
      if ((await this.find(environment, owner))?.schedule) return false;
      const { upsertedCount } = await rawCollection<Preference>(this.preferences).updateOne(
        { ...ownedBy(environment, owner), schedule: { $exists: false } },
        {
          $set: { schedule, updatedAt: now },
          $setOnInsert: { _id: new Types.ObjectId(), organizationId, contextKeys, createdAt: now },
        },
        { upsert: true },
      );
      return upsertedCount === 1;
    });
    this.inUse.delete(environment.id.toHexString());
    return isFirst;
  }

  /** Forgets everything the subscriber has chosen in these contexts. */
  async remove(environment: Pick<EnvironmentRef, 'id'>, owner: PreferenceOwner): Promise<void> {
    await this.preferences.deleteOne(ownedBy(environment, owner));
  }

  private areInUse({ id }: Pick<EnvironmentRef, 'id'>): Promise<boolean> {
    return this.inUse.getOrLoad(
      id.toHexString(),
      async () => (await this.preferences.exists({ environmentId: id })) !== null,
    );
  }
}

function ownedBy({ id }: Pick<EnvironmentRef, 'id'>, { subscriberId, contextKeys }: PreferenceOwner) {
  return { environmentId: id, subscriberId, contextScope: contextScope(contextKeys) };
}

/**
 * The members that answer the questions. A chunk of recipients asks for one workflow, and whoever has chosen something
 * for each of a hundred need not be read as a whole; questions for several workflows are rare and read everything.
 */
function fieldsFor(questions: readonly PreferenceQuestion[]): Record<string, 1> | undefined {
  const [first, ...others] = new Set(questions.map(({ workflowId }) => workflowId.toHexString()));
  if (first === undefined || others.length > 0) return undefined;
  const ofWorkflow = pathsOfWorkflow(first).map((path) => `workflows.${path}`);
  const fields = ['subscriberId', 'contextScope', 'all', 'channels', 'schedule', ...ofWorkflow];
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

function ownerKey(owner: { subscriberId: Types.ObjectId; contextScope: string }): string {
  return `${owner.subscriberId.toHexString()} ${owner.contextScope}`;
}
