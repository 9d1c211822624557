import { Injectable } from '@nestjs/common';
import { ChannelConnectionsService } from '../../channels/connections/channel-connections.service.js';
import type { ChannelConnection } from '../../channels/connections/channel-connection.schema.js';
import type { ChannelEndpoint } from '../../channels/endpoints/channel-endpoint.schema.js';
import { ChannelEndpointsService } from '../../channels/endpoints/channel-endpoints.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { contextKeys } from '../../contexts/trigger-context.js';
import type { Channel, Integration } from '../../integrations/integration.schema.js';
import type { Run } from '../../notifications/activity/run.schema.js';
import type { RunInput } from '../run-input.js';
import type { SubscriberEndpoint } from './subscriber-endpoint.js';

/** Kinds of steps that go to endpoints, each to those at the integrations of its channel. */
const REACHING = new Set<string>(['chat', 'tool'] satisfies Channel[]);

/** Finds the channel endpoints that runs with chat and tool steps may send to. */
@Injectable()
export class SubscriberEndpointsService {
  constructor(
    private readonly endpoints: ChannelEndpointsService,
    private readonly connections: ChannelConnectionsService,
  ) {}

  /**
   * For each run, in their order, the endpoints of its subscriber in exactly the contexts of its event (behaviour C6, K1),
   * oldest first. It takes one command for all of them, and another one for the connections where there are any; none
   * when no run has such a step before it or the environment no such integration.
   */
  async load(
    { id: environmentId }: EnvironmentRef,
    works: readonly { run: Run; input: RunInput }[],
    integrations: readonly Integration[],
  ): Promise<SubscriberEndpoint[][]> {
    const reached = integrations.filter(({ channel }) => channel && REACHING.has(channel)).map(({ _id }) => _id);
    const people = new Map(
      works
        .filter(({ run }) => run.steps.slice(run.stepIndex).some(({ type }) => REACHING.has(type)))
        .map(({ input: { subscriber } }) => [subscriber._id.toHexString(), subscriber._id]),
    );
    if (reached.length === 0 || people.size === 0) return works.map(() => []);
    const found = await this.endpoints.findOf(environmentId, [...people.values()], reached);
    const names = found.flatMap(({ connectionIdentifier }) => connectionIdentifier ?? []);
    const connections = await this.connections.findByIdentifiers(environmentId, names);
    return works.map(({ input: { subscriber, event } }) => {
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
    // One of this name may have been made anew for something else.
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
