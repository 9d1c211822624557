import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import { IdMap } from '../platform/ids.js';
import type { EnvironmentRef, InEnvironment } from '../auth/environment-ref.js';
import { Clock } from '../platform/clock.js';
import { ExpiringCache } from '../platform/expiring-cache.js';
import { rawCollection, retryLostWrite } from '../platform/persistence/writes.js';
import { SharedReader } from '../platform/scheduling/tick-batcher.js';
import { contextScope } from '../topics/subscriptions/topic-subscription.schema.js';
import { Preference } from './preference.schema.js';
import { categoryLayer, pathsOfCategory } from './category-choices.js';
import { applied, type ChoiceUpdate, pathsOfWorkflow, workflowLayer } from './stored-choices.js';

/** Whose preferences are looked up, in which contexts, for which workflow. */
export interface PreferenceLookup {
  subscriberId: Types.ObjectId;
  workflowId: Types.ObjectId;
  /** The category of the workflow, if it has one. */
  category?: string;
  contextScope: string;
}

/** The subscriber and the exact set of contexts of a preference. */
export interface PreferenceOwner {
  subscriberId: Types.ObjectId;
  contextKeys: readonly string[];
}

/** The choices of a subscriber that apply to one workflow in one set of contexts. */
export interface SubscriberPreferences {
  global?: PreferenceLayer;
  category?: PreferenceLayer;
  workflow?: PreferenceLayer;
  schedule?: Schedule;
  /** Until when nothing but critical notifications is sent (behaviour CS50). */
  pausedUntil?: Date;
}

export const NO_PREFERENCES: SubscriberPreferences = {};

const CACHE_SECONDS = 1;
const CACHED_ENVIRONMENTS = 1000;

/** Reads and writes the stored preferences of subscribers. */
@Injectable()
export class PreferencesService {
  private readonly inUse = new ExpiringCache<boolean>(this.clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);

  private readonly reader = new SharedReader((environmentId, lookups: PreferenceLookup[]) =>
    this.findTogether(environmentId, lookups),
  );

  constructor(
    @InjectModel(Preference.name) private readonly preferences: Model<Preference>,
    private readonly clock: Clock,
  ) {}

  /**
   * The choices of subscribers, in the order of the lookups, with one command for all concurrent calls. Environments
   * without any preferences cost none; the first choice there takes effect immediately in this process, in others
   * within a second.
   */
  async findFor(environment: InEnvironment, lookups: readonly PreferenceLookup[]): Promise<SubscriberPreferences[]> {
    if (lookups.length === 0 || !(await this.areInUse(environment))) return lookups.map(() => NO_PREFERENCES);
    const byOwner = await this.reader.read(environment.id, lookups);
    return lookups.map((lookup) => {
      const preference = byOwner.get(ownerKey(lookup));
      const workflow = workflowLayer(preference?.workflows, lookup.workflowId.toHexString());
      const category = categoryLayer(preference?.categories, lookup.category);
      return {
        ...(preference && { global: preference }),
        ...(category && { category }),
        ...(workflow && { workflow }),
        ...(preference?.schedule && { schedule: preference.schedule }),
        ...(preference?.pausedUntil && { pausedUntil: preference.pausedUntil }),
      };
    });
  }

  private async findTogether(
    environmentId: Types.ObjectId,
    lookups: readonly PreferenceLookup[],
  ): Promise<Map<string, Preference>> {
    const subscriberIds = new IdMap(lookups.map(({ subscriberId }) => [subscriberId, subscriberId]));
    const contextScopes = new Set(lookups.map(({ contextScope: scope }) => scope));
    const found = await this.preferences
      .find(
        {
          environmentId,
          subscriberId: { $in: [...subscriberIds.values()] },
          contextScope: { $in: [...contextScopes] },
        },
        fieldsFor(lookups),
      )
      .lean();
    return new Map(found.map((preference) => [ownerKey(preference), preference]));
  }

  /** Everything the subscriber has chosen in exactly these contexts; null when there is nothing. */
  find(environment: InEnvironment, owner: PreferenceOwner): Promise<Preference | null> {
    return this.preferences.findOne(ownedBy(environment, owner)).lean();
  }

  /**
   * Stores a choice with one atomic update. Returns the preference before it, null when it is the first, and after it. An
   * empty update is refused, because it would create an empty document.
   */
  async store(
    environment: EnvironmentRef,
    owner: PreferenceOwner,
    update: ChoiceUpdate,
  ): Promise<{ before: Preference | null; preference: Preference }> {
    if (Object.keys(update.$set).length === 0) throw new Error('There is nothing to store');
    const now = this.clock.now();
    const $set = { ...update.$set, updatedAt: now };
    const { $unset } = update;
    const created = {
      _id: new Types.ObjectId(),
      organizationId: environment.organizationId,
      contextKeys: [...owner.contextKeys].sort(),
      createdAt: now,
    };
    const filter = ownedBy(environment, owner);
    const before = await retryLostWrite(() =>
      rawCollection<Preference>(this.preferences).findOneAndUpdate(
        filter,
        { $set, ...(Object.keys($unset).length > 0 && { $unset }), $setOnInsert: created },
        { upsert: true, returnDocument: 'before' },
      ),
    );
    this.inUse.delete(environment.id);
    const stored = before ?? ({ ...filter, ...created } as unknown as Preference);
    return { before, preference: applied(stored, { $set, $unset }) };
  }

  /** Stores a schedule unless there is one. Returns whether the preference was created by it. */
  async storeMissingSchedule(
    environment: EnvironmentRef,
    owner: PreferenceOwner,
    schedule: Schedule,
  ): Promise<boolean> {
    const now = this.clock.now();
    const { organizationId } = environment;
    const contextKeys = [...owner.contextKeys].sort();
    // The unique index rejects the upsert when there is a schedule, and also when a concurrent request has just stored
    // the first choice. The next attempt distinguishes the two.
    const isFirst = await retryLostWrite(async () => {
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
    this.inUse.delete(environment.id);
    return isFirst;
  }

  /** Deletes everything the subscriber has chosen in these contexts. */
  async remove(environment: InEnvironment, owner: PreferenceOwner): Promise<void> {
    await this.preferences.deleteOne(ownedBy(environment, owner));
  }

  private areInUse({ id }: InEnvironment): Promise<boolean> {
    return this.inUse.getOrLoad(id, async () => (await this.preferences.exists({ environmentId: id })) !== null);
  }
}

function ownedBy({ id }: InEnvironment, { subscriberId, contextKeys }: PreferenceOwner) {
  return { environmentId: id, subscriberId, contextScope: contextScope(contextKeys) };
}

/**
 * Returns the fields that the lookups need. A chunk of recipients is for one workflow, so the choices for other
 * workflows, which may be a hundred per subscriber, are not read. Lookups for several workflows are rare and read all
 * fields.
 */
function fieldsFor(lookups: readonly PreferenceLookup[]): Record<string, 1> | undefined {
  const [first, ...others] = new Set(lookups.map(({ workflowId }) => workflowId.toHexString()));
  if (first === undefined || others.length > 0) return undefined;
  const ofWorkflow = pathsOfWorkflow(first).map((path) => `workflows.${path}`);
  const categories = new Set(lookups.map(({ category }) => category));
  const ofCategories = [...categories].flatMap((one) => (one === undefined ? [] : pathsOfCategory(one)));
  const ofCategory = ofCategories.map((path) => `categories.${path}`);
  const fields = [
    'subscriberId',
    'contextScope',
    'all',
    'channels',
    'schedule',
    'pausedUntil',
    ...ofCategory,
    ...ofWorkflow,
  ];
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

function ownerKey(owner: { subscriberId: Types.ObjectId; contextScope: string }): string {
  return `${owner.subscriberId} ${owner.contextScope}`;
}
