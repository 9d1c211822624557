import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { Clock } from '../common/clock.js';
import { ExpiringCache } from '../common/expiring-cache.js';
import type { EnvironmentRef } from '../environments/environment-ref.js';
import { Preference } from './preference.schema.js';
import { NO_PREFERENCES, type SubscriberPreferences } from './subscriber-preferences.js';

const CACHE_SECONDS = 1;
const CACHED_ENVIRONMENTS = 1000;

/** Whose preferences are asked for, in which contexts, for which workflow. */
export interface PreferenceQuestion {
  subscriberId: Types.ObjectId;
  workflowId: Types.ObjectId;
  contextScope: string;
}

@Injectable()
export class PreferencesService {
  private readonly inUse: ExpiringCache<boolean>;

  constructor(
    @InjectModel(Preference.name) private readonly preferences: Model<Preference>,
    clock: Clock,
  ) {
    this.inUse = new ExpiringCache(clock, CACHE_SECONDS, CACHED_ENVIRONMENTS);
  }

  /**
   * What subscribers have chosen, in the order of the questions, with one command for all. Environments in which nobody
   * has chosen anything cost none; the first choice there takes effect within a second.
   */
  async findFor(
    environment: Pick<EnvironmentRef, 'id'>,
    questions: readonly PreferenceQuestion[],
  ): Promise<SubscriberPreferences[]> {
    if (questions.length === 0 || !(await this.areInUse(environment))) return questions.map(() => NO_PREFERENCES);
    const workflowIds = new Map(questions.map(({ workflowId }) => [workflowId.toHexString(), workflowId]));
    const subscriberIds = new Map(questions.map(({ subscriberId }) => [subscriberId.toHexString(), subscriberId]));
    const found = await this.preferences
      .find({
        environmentId: environment.id,
        subscriberId: { $in: [...subscriberIds.values()] },
        contextScope: { $in: [...new Set(questions.map(({ contextScope }) => contextScope))] },
        workflowId: { $in: [null, ...workflowIds.values()] },
      })
      .lean();
    const byPlace = new Map(found.map((preference) => [placeOf(preference), preference]));
    return questions.map((question) => {
      const global = byPlace.get(placeOf({ ...question, workflowId: null }));
      const workflow = byPlace.get(placeOf(question));
      return {
        ...(global && { global }),
        ...(workflow && { workflow }),
        ...(global?.schedule && { schedule: global.schedule }),
      };
    });
  }

  private areInUse({ id }: Pick<EnvironmentRef, 'id'>): Promise<boolean> {
    return this.inUse.getOrLoad(
      id.toHexString(),
      async () => (await this.preferences.exists({ environmentId: id })) !== null,
    );
  }
}

function placeOf(place: {
  subscriberId: Types.ObjectId;
  workflowId: Types.ObjectId | null;
  contextScope: string;
}): string {
  return `${place.subscriberId.toHexString()} ${place.workflowId?.toHexString() ?? ''} ${place.contextScope}`;
}
