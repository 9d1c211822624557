import { createHash, randomBytes } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { channelFacts } from '#libs/channels.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { byAge } from '../../platform/ids.js';
import { ChannelConnectionsService } from '../connections/channel-connections.service.js';
import { type ChannelOwner, ownedBy, ownerFields, type SubscriberInContexts } from '../owners/channel-owner.js';
import { ChannelOwnersService } from '../owners/channel-owners.service.js';
import { Clock } from '../../platform/clock.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { type CursorPage, findCursorPage } from '../../platform/paging/cursor-page.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { EnvironmentRef, InEnvironment } from '../../auth/environment-ref.js';
import { isDuplicateKey, retryLostWrite } from '../../platform/persistence/writes.js';
import { ChannelEndpoint, endpointRecord } from './channel-endpoint.schema.js';
import type { CreateChannelEndpointDto, ListChannelEndpointsQueryDto } from './channel-endpoints.dto.js';
import { type Endpoint, type EndpointType, readEndpoint } from './endpoint-shapes.js';

const IDENTIFIER_BYTES = 8;
const DIGEST_LENGTH = 32;

/** An address and its type. */
export interface TypedEndpoint {
  type: EndpointType;
  endpoint: Endpoint;
}

/** The addresses of subscribers on chat and tool providers (collection `channelendpoints`), encrypted. */
@Injectable()
export class ChannelEndpointsService {
  constructor(
    @InjectModel(ChannelEndpoint.name) private readonly endpoints: Model<ChannelEndpoint>,
    private readonly owners: ChannelOwnersService,
    private readonly connections: ChannelConnectionsService,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws 422 for an address that is not in the form of its type, 404 for an unknown integration, connection or
   * subscriber, 409 for a taken name.
   */
  async create(environment: EnvironmentRef, request: CreateChannelEndpointDto): Promise<ChannelEndpoint> {
    const { type, connectionIdentifier } = request;
    const endpoint = readEndpoint(type, request.endpoint);
    const connection =
      connectionIdentifier === undefined
        ? undefined
        : await this.connections.findOrFail(environment, connectionIdentifier);
    const owner = await this.owners.resolve(environment, request);
    if (connection && !connection.integrationId.equals(owner.integration._id)) {
      throw ValidationException.of('connectionIdentifier', 'The connection is one of another integration');
    }
    const identifier = request.identifier ?? `endpoint-${randomBytes(IDENTIFIER_BYTES).toString('hex')}`;
    try {
      const created = await this.endpoints.create(
        this.newEndpoint(owner, { type, endpoint }, identifier, connectionIdentifier),
      );
      return created.toObject();
    } catch (error) {
      if (isDuplicateKey(error)) throw new ConflictException(`Channel endpoint '${identifier}' already exists`);
      throw error;
    }
  }

  /** Stores an address that the provider has confirmed for a subscriber. A repetition does not store it twice. */
  async link(owner: ChannelOwner, address: TypedEndpoint, connectionIdentifier?: string): Promise<void> {
    const identifier = linkedIdentifier(owner, address);
    const { environmentId, identifier: _same, ...fields } = this.newEndpoint(owner, address, identifier);
    await retryLostWrite(() =>
      this.endpoints.updateOne(
        { environmentId, identifier },
        {
          ...(connectionIdentifier !== undefined && { $set: { connectionIdentifier } }),
          $setOnInsert: fields,
        },
        { upsert: true },
      ),
    );
  }

  async list(environment: EnvironmentRef, query: ListChannelEndpointsQueryDto): Promise<CursorPage<ChannelEndpoint>> {
    const { connectionIdentifier } = query;
    const filter: QueryFilter<ChannelEndpoint> = {
      ...(await this.owners.filterOf(environment, query)),
      ...(connectionIdentifier !== undefined && { connectionIdentifier }),
    };
    return findCursorPage(this.endpoints, filter, query);
  }

  /** Returns an endpoint of the environment, or only of an owner. Throws 404. */
  async findOrFail(
    { id: environmentId }: InEnvironment,
    identifier: string,
    owner?: SubscriberInContexts,
  ): Promise<ChannelEndpoint> {
    const endpoint = await this.endpoints.findOne({ environmentId, identifier, ...ownedBy(owner) }).lean();
    if (!endpoint) throw notFound('Channel endpoint', identifier);
    return endpoint;
  }

  /**
   * Replaces the address by another one of its type. Throws 404, and 422 for an address that is not in the form of its
   * type.
   */
  async update(
    environment: InEnvironment,
    identifier: string,
    address: Readonly<Record<string, unknown>>,
  ): Promise<ChannelEndpoint> {
    const { _id, environmentId, type } = await this.findOrFail(environment, identifier);
    const endpoint = this.seal(_id, readEndpoint(type, address));
    const updated = await this.endpoints
      .findOneAndUpdate(
        { _id, environmentId },
        { $set: { endpoint, updatedAt: this.clock.now() } },
        { returnDocument: 'after' },
      )
      .lean();
    if (!updated) throw notFound('Channel endpoint', identifier);
    return updated;
  }

  /** Throws 404, also for one of another owner where one is given. */
  async delete({ id: environmentId }: InEnvironment, identifier: string, owner?: SubscriberInContexts): Promise<void> {
    const { deletedCount } = await this.endpoints.deleteOne({ environmentId, identifier, ...ownedBy(owner) });
    if (deletedCount === 0) throw notFound('Channel endpoint', identifier);
  }

  /** Returns all endpoints of these subscribers at these integrations, oldest first. */
  async findOf(
    environmentId: Types.ObjectId,
    subscriberIds: readonly Types.ObjectId[],
    integrationIds: readonly Types.ObjectId[],
  ): Promise<ChannelEndpoint[]> {
    const found = await this.endpoints
      .find({ environmentId, subscriberId: { $in: subscriberIds }, integrationId: { $in: integrationIds } })
      .lean();
    // Sorted here: with a sort in the query, the store might scan the whole environment instead.
    return found.toSorted(byAge);
  }

  /** Returns the decrypted address. */
  addressOf({ _id, endpoint }: ChannelEndpoint): Endpoint {
    return JSON.parse(this.secretBox.open(endpoint, endpointRecord(_id))) as Endpoint;
  }

  private newEndpoint(
    owner: ChannelOwner,
    { type, endpoint }: TypedEndpoint,
    identifier: string,
    connectionIdentifier?: string,
  ): ChannelEndpoint {
    const { channel, identifier: integration } = owner.integration;
    if (channel === undefined || !channelFacts(channel)?.hasEndpoints) {
      const message = `'${integration}' is neither a chat nor a tool integration`;
      throw ValidationException.of('integrationIdentifier', message, integration);
    }
    const _id = new Types.ObjectId();
    const now = this.clock.now();
    return {
      _id,
      ...ownerFields(owner, channel),
      identifier,
      ...(connectionIdentifier !== undefined && { connectionIdentifier }),
      type,
      endpoint: this.seal(_id, endpoint),
      createdAt: now,
      updatedAt: now,
    };
  }

  private seal(id: Types.ObjectId, endpoint: Endpoint): string {
    return this.secretBox.seal(JSON.stringify(endpoint), endpointRecord(id));
  }
}

/** Returns the same identifier for the same address of the same owner, so that the unique index prevents duplicates. */
function linkedIdentifier({ integration, subscriber, contextKeys }: ChannelOwner, address: TypedEndpoint): string {
  const parts = [integration._id, subscriber?._id ?? null, contextKeys, address.type, address.endpoint];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `linked-${digest.slice(0, DIGEST_LENGTH)}`;
}
