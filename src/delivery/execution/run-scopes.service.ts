import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { contextKeys } from '../../contexts/trigger-context.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import { MessagesService } from '../../notifications/messages/messages.service.js';
import { CredentialBox } from '../../subscribers/credentials/credential-box.js';
import { PreferencesService } from '../../preferences/preferences.service.js';
import { NO_PREFERENCES } from '../../preferences/subscriber-preferences.js';
import { contextScope } from '../../topics/subscriptions/topic-subscription.schema.js';
import { isCritical } from '../../workflows/is-critical.js';
import type { StepType } from '../../workflows/steps/step-kinds.js';
import { IntegrationsService } from '../../integrations/integrations.service.js';
import type { SubscriberEndpoint } from '../channels/subscriber-endpoint.js';
import { SubscriberEndpointsService } from '../channels/subscriber-endpoints.service.js';
import type { RunInput, RunScope } from '../run-input.js';
import { RenderingSourcesService } from '../rendering/rendering-sources.service.js';
import { EnvironmentFactsService } from './environment-facts.service.js';
import { messageId } from './new-message.js';

/** A run that is to be executed, and what is known of it so far. */
export interface RunTask {
  run: Run;
  input: RunInput;
  /** An earlier attempt was cut off. */
  recovering: boolean;
}

const SENDING: readonly StepType[] = ['email', 'sms', 'push', 'chat', 'tool'];

/** Loads what the steps of runs may look at: for many runs together, and only what their steps can need. */
@Injectable()
export class RunScopesService {
  constructor(
    private readonly environments: EnvironmentFactsService,
    private readonly integrations: IntegrationsService,
    private readonly preferences: PreferencesService,
    private readonly messages: MessagesService,
    private readonly sources: RenderingSourcesService,
    private readonly credentials: CredentialBox,
    private readonly endpoints: SubscriberEndpointsService,
  ) {}

  /** One scope per run of the environment, in their order. */
  async load(environment: EnvironmentRef, works: readonly RunTask[]): Promise<RunScope[]> {
    const sends = works.some(({ input }) => input.workflow.steps.some(({ type }) => SENDING.includes(type)));
    const [facts, integrations, preferences, messageStates, sources] = await Promise.all([
      this.environments.find(environment),
      sends ? this.integrations.findActive(environment) : [],
      this.findPreferences(environment, works),
      this.messages.findStates(works.flatMap(({ run }) => inAppMessages(run))),
      this.sources.load(
        environment,
        works.map(({ input }) => input),
      ),
    ]);
    const endpoints = await this.endpoints.load(environment, works, integrations);
    const storedMessages = await this.messages.findOutcomes(
      works.flatMap(({ run, input, recovering }, index) =>
        recovering ? possibleMessages(run, input, integrations, endpoints[index] ?? []) : [],
      ),
    );
    return works.map(({ run, input, recovering }, index) => ({
      ...input,
      environment: facts,
      topics: run.topics,
      integrations,
      openChannels: () => this.credentials.openAll(input.subscriber),
      endpoints: endpoints[index] ?? [],
      preferences: preferences[index] ?? NO_PREFERENCES,
      messageStates,
      recovering,
      storedMessages,
      sources,
    }));
  }

  /** Behaviour F3: of a critical workflow, nobody is asked. */
  private async findPreferences(environment: EnvironmentRef, works: readonly RunTask[]) {
    if (works.every(({ input }) => isCritical(input.workflow))) return [];
    return this.preferences.findFor(
      environment,
      works.map(({ input: { subscriber, workflow, event } }) => ({
        subscriberId: subscriber._id,
        workflowId: workflow._id,
        contextScope: contextScope(contextKeys(event.context)),
      })),
    );
  }
}

function inAppMessages({ steps, stepIndex }: Run): Types.ObjectId[] {
  return steps.slice(0, stepIndex).flatMap(({ type, messageIds }) => (type === 'in_app' ? (messageIds ?? []) : []));
}

/** The ids of all messages that the rest of a run may have stored. */
function possibleMessages(
  run: Run,
  { workflow }: RunInput,
  integrations: readonly Integration[],
  endpoints: readonly SubscriberEndpoint[],
): Types.ObjectId[] {
  const left = new Set(run.steps.slice(run.stepIndex).map(({ id }) => id.toHexString()));
  return workflow.steps
    .filter(({ _id, type }) => left.has(_id.toHexString()) && SENDING.includes(type))
    .flatMap((step) => {
      const targets = [
        ...integrations.filter(({ channel }) => channel === step.type).map(({ _id }) => _id),
        ...(step.type === 'chat' || step.type === 'tool' ? endpoints.map(({ id }) => id) : []),
      ];
      return [messageId(run, step), ...targets.map((target) => messageId(run, step, target))];
    });
}
