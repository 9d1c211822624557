import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { channelFacts } from '#libs/channels.js';
import { IdSet } from '../../../platform/ids.js';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import type { ChannelConnection } from '../../../channels/connections/channel-connection.schema.js';
import { ChannelConnectionsService } from '../../../channels/connections/channel-connections.service.js';
import type { ChannelEndpoint } from '../../../channels/endpoints/channel-endpoint.schema.js';
import { ChannelEndpointsService } from '../../../channels/endpoints/channel-endpoints.service.js';
import { contextKeys } from '../../../contexts/trigger-context.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import { IntegrationsService } from '../../../integrations/integrations.service.js';
import type { Run } from '../../../notifications/activity/run.schema.js';
import { MessagesService } from '../../../notifications/messages/messages.service.js';
import { NO_PREFERENCES, PreferencesService } from '../../../preferences/preferences.service.js';
import { CredentialBox } from '../../../subscribers/credentials/credential-box.js';
import { contextScope } from '../../../topics/subscriptions/topic-subscription.schema.js';
import { categoryOf } from '../../../workflows/kind.js';
import { isCritical } from '../../../workflows/workflow.schema.js';
import { RenderingSourcesService } from './rendering-sources.service.js';
import type { RunInput, RunScope, SubscriberEndpoint } from '../../engine/run-input.js';
import { hasStatuses, readsStatuses } from '../../engine/message-results.js';
import { messageId } from '../../engine/run-documents.js';

/** A run to execute, and what is known about it so far. */
export interface RunTask {
  run: Run;
  input: RunInput;
  /** An earlier attempt was interrupted. */
  recovering: boolean;
}

/** Loads everything that the steps of runs may read: for many runs together, and only what their steps can need. */
@Injectable()
export class RunScopesService {
  constructor(
    private readonly integrations: IntegrationsService,
    private readonly preferences: PreferencesService,
    private readonly messages: MessagesService,
    private readonly sources: RenderingSourcesService,
    private readonly credentials: CredentialBox,
    private readonly endpoints: ChannelEndpointsService,
    private readonly connections: ChannelConnectionsService,
  ) {}

  /** Returns one scope per run, in the order of the runs, which are all of this environment. */
  async load(environment: EnvironmentRef, tasks: readonly RunTask[]): Promise<RunScope[]> {
    const sends = tasks.some(({ input }) => input.workflow.steps.some(({ type }) => channelFacts(type)?.isSent));
    const [integrations, preferences, messageStates, sources] = await Promise.all([
      sends ? this.integrations.findActive(environment) : [],
      this.findPreferences(environment, tasks),
      this.messages.findStates(tasks.flatMap(readableMessages)),
      this.sources.load(
        environment,
        tasks.map(({ input }) => input),
      ),
    ]);
    const endpoints = await this.findEndpoints(environment, tasks, integrations);
    const storedMessages = await this.messages.findOutcomes(
      tasks.flatMap(({ run, input, recovering }, index) =>
        recovering ? possibleMessages(run, input, integrations, endpoints[index] ?? []) : [],
      ),
    );
    return tasks.map(({ run, input, recovering }, index) => ({
      ...input,
      topics: run.topics,
      integrations,
      openChannels: this.channelsOf(input.subscriber),
      endpoints: endpoints[index] ?? [],
      preferences: preferences[index] ?? NO_PREFERENCES,
      messageStates,
      recovering,
      storedMessages,
      sources,
    }));
  }

  private channelsOf(subscriber: RunTask['input']['subscriber']): RunScope['openChannels'] {
    return () => this.credentials.openAll(subscriber);
  }

  /** Behaviour F3: preferences do not apply to critical workflows. */
  private async findPreferences(environment: EnvironmentRef, tasks: readonly RunTask[]) {
    if (tasks.every(({ input }) => isCritical(input.workflow))) return [];
    return this.preferences.findFor(
      environment,
      tasks.map(({ input: { subscriber, workflow, event } }) => ({
        subscriberId: subscriber._id,
        workflowId: workflow._id,
        category: categoryOf(workflow),
        contextScope: contextScope(contextKeys(event.context)),
      })),
    );
  }

  /**
   * Returns for each run, in the order of the runs, the endpoints of its subscriber in exactly the contexts of its event
   * (behaviour C6, K1), oldest first. Takes one command for all runs, and a second one for the connections, if any; none when
   * no run has a remaining chat or tool step, or the environment has no such integration.
   */
  private async findEndpoints(
    { id: environmentId }: EnvironmentRef,
    tasks: readonly RunTask[],
    integrations: readonly Integration[],
  ): Promise<SubscriberEndpoint[][]> {
    const reached = integrations.filter(({ channel }) => channelFacts(channel)?.hasEndpoints).map(({ _id }) => _id);
    const recipients = new Map(
      tasks
        .filter(({ run }) => run.steps.slice(run.stepIndex).some(({ type }) => channelFacts(type)?.hasEndpoints))
        .map(({ input: { subscriber } }) => [subscriber._id.toHexString(), subscriber._id]),
    );
    if (reached.length === 0 || recipients.size === 0) return tasks.map(() => []);
    const found = await this.endpoints.findOf(environmentId, [...recipients.values()], reached);
    const names = found.flatMap(({ connectionIdentifier }) => connectionIdentifier ?? []);
    const connections = await this.connections.findByIdentifiers(environmentId, names);
    return tasks.map(({ input: { subscriber, event } }) => {
      const scope = contextKeys(event.context).join();
      return found
        .filter((one) => one.subscriberId?.equals(subscriber._id) && one.contextKeys.join() === scope)
        .map((one) => this.toSubscriberEndpoint(one, connections));
    });
  }

  private toSubscriberEndpoint(
    endpoint: ChannelEndpoint,
    connections: ReadonlyMap<string, ChannelConnection>,
  ): SubscriberEndpoint {
    const { _id: id, integrationId, connectionIdentifier, type } = endpoint;
    const named = connectionIdentifier === undefined ? undefined : connections.get(connectionIdentifier);
    // A connection with this name may have been created again for another integration.
    const connection = named?.integrationId.equals(integrationId) ? named : undefined;
    return {
      id,
      integrationId,
      type,
      open: () => {
        const token = connection && this.connections.authOf(connection).accessToken;
        return { endpoint: this.endpoints.addressOf(endpoint), ...(token !== undefined && { token }) };
      },
    };
  }
}

/** The messages of earlier steps whose statuses the remaining steps may read (behaviour CS71). */
function readableMessages({ run: { steps, stepIndex }, input: { workflow } }: RunTask): Types.ObjectId[] {
  if (stepIndex === 0) return [];
  const left = new IdSet(steps.slice(stepIndex).map(({ id }) => id));
  const readsAll = workflow.steps.some((step) => left.has(step._id) && readsStatuses(step));
  return steps
    .slice(0, stepIndex)
    .flatMap((step) =>
      step.type === 'in_app' || (readsAll && hasStatuses(step, workflow)) ? (step.messageIds ?? []) : [],
    );
}

/** The ids of all messages that the remaining steps of a run may have stored. */
function possibleMessages(
  run: Run,
  { workflow }: RunInput,
  integrations: readonly Integration[],
  endpoints: readonly SubscriberEndpoint[],
): Types.ObjectId[] {
  const left = new IdSet(run.steps.slice(run.stepIndex).map(({ id }) => id));
  return workflow.steps
    .filter(({ _id, type }) => left.has(_id) && channelFacts(type)?.isSent)
    .flatMap((step) => {
      const targets = [
        ...integrations.filter(({ channel }) => channel === step.type).map(({ _id }) => _id),
        ...(channelFacts(step.type)?.hasEndpoints ? endpoints.map(({ id }) => id) : []),
      ];
      return [messageId(run, step), ...targets.map((target) => messageId(run, step, target))];
    });
}
