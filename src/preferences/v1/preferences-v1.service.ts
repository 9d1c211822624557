import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { SubscriberPreferencesService } from '../subscriber-preferences.service.js';
import {
  type PreferenceOfWorkflowV1Dto,
  toGlobalPreferenceV1Dto,
  toStatedLayer,
  toWorkflowPreferenceV1Dto,
  type UpdateGlobalPreferenceV1Dto,
  type UpdateWorkflowPreferenceV1Dto,
} from './preferences-v1.dto.js';
import type { PreferenceLevel } from './level.pipe.js';

/** The older operations, which know no contexts: an adapter onto the newer ones, without rules of its own. */
@Injectable()
export class PreferencesV1Service {
  constructor(private readonly preferences: SubscriberPreferencesService) {}

  async list(
    environment: EnvironmentRef,
    subscriberId: string,
    level: PreferenceLevel,
    includeInactiveChannels: boolean,
  ): Promise<PreferenceOfWorkflowV1Dto[]> {
    if (level === 'global') {
      return [toGlobalPreferenceV1Dto(await this.preferences.findChoices(environment, subscriberId))];
    }
    const { workflows } = await this.preferences.list(environment, subscriberId, { criticality: 'nonCritical' });
    return workflows.map((standing) => toWorkflowPreferenceV1Dto(standing, includeInactiveChannels));
  }

  async updateWorkflow(
    environment: EnvironmentRef,
    subscriberId: string,
    workflowId: string,
    { channel, enabled }: UpdateWorkflowPreferenceV1Dto,
  ): Promise<PreferenceOfWorkflowV1Dto> {
    const layer = toStatedLayer(channel ? [channel] : [], enabled);
    const choices = [{ workflowId, layer }];
    const { workflows } = await this.preferences.chooseForWorkflows(environment, subscriberId, choices);
    const [standing] = workflows;
    if (!standing) throw new Error('A stored choice is for no workflow');
    return toWorkflowPreferenceV1Dto(standing, true);
  }

  async updateGlobal(
    environment: EnvironmentRef,
    subscriberId: string,
    { preferences = [], enabled }: UpdateGlobalPreferenceV1Dto,
  ): Promise<PreferenceOfWorkflowV1Dto> {
    const layer = toStatedLayer(preferences, enabled);
    return toGlobalPreferenceV1Dto(await this.preferences.chooseGlobally(environment, subscriberId, { layer }));
  }
}
