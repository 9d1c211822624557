import { randomBytes } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, type QueryFilter, Types } from 'mongoose';
import { type ChannelOwner, ownedBy, ownerFields, type SubscriberInContexts } from '../owners/channel-owner.js';
import { ChannelOwnersService } from '../owners/channel-owners.service.js';
import { notFound } from '../../platform/errors/exceptions.js';
import { Clock } from '../../platform/clock.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { type CursorPage, findCursorPage } from '../../platform/paging/cursor-page.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { EnvironmentRef, InEnvironment } from '../../auth/environment-ref.js';
import { isDuplicateKey, retryLostWrite } from '../../platform/persistence/writes.js';
import {
  authRecord,
  ChannelConnection,
  type ConnectionAuth,
  type ConnectionMode,
  ownerKey,
  type Workspace,
} from './channel-connection.schema.js';
import type {
  CreateChannelConnectionDto,
  ListChannelConnectionsQueryDto,
  UpdateChannelConnectionDto,
} from './channel-connections.dto.js';

const IDENTIFIER_BYTES = 8;

/** Access that a provider has granted: a workspace, and the tokens for it. */
interface Access {
  workspace: Workspace;
  auth: ConnectionAuth;
}

/** The workspaces of chat providers (collection `channelconnections`); their tokens are encrypted. */
@Injectable()
export class ChannelConnectionsService {
  constructor(
    @InjectModel(ChannelConnection.name) private readonly connections: Model<ChannelConnection>,
    private readonly owners: ChannelOwnersService,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws 404 for an unknown integration or subscriber, 422 for no owner, 409 for a second connection or a taken name.
   */
  async create(environment: EnvironmentRef, request: CreateChannelConnectionDto): Promise<ChannelConnection> {
    const owner = inMode(await this.owners.resolve(environment, request), request.connectionMode);
    const connection = this.newConnection(owner, request, request.identifier);
    try {
      return (await this.connections.create(connection)).toObject();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw new ConflictException(
        request.identifier === undefined
          ? 'There is a connection of this integration for the same subscriber and contexts already'
          : `Connection '${request.identifier}', or one of this integration for the same subscriber and contexts, exists already`,
      );
    }
  }

  /**
   * Stores the access that a provider has granted in the connection of the owner, and creates that if it does not
   * exist. Throws 409 when the name of a new connection is taken.
   */
  async store(owner: ChannelOwner, access: Access, identifier?: string): Promise<ChannelConnection> {
    const {
      createdAt,
      environmentId,
      integrationId,
      owner: key,
      ...fields
    } = this.newConnection(owner, access, identifier);
    const { workspace, auth, updatedAt, ...atFirst } = fields;
    const write = () =>
      this.connections
        .findOneAndUpdate(
          { environmentId, integrationId, owner: key },
          { $set: { workspace, auth, updatedAt }, $setOnInsert: { ...atFirst, createdAt } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean();
    try {
      return await retryLostWrite(write);
    } catch (error) {
      if (isDuplicateKey(error)) throw new ConflictException(`Connection '${identifier}' belongs to another owner`);
      throw error;
    }
  }

  async list(
    environment: EnvironmentRef,
    query: ListChannelConnectionsQueryDto,
  ): Promise<CursorPage<ChannelConnection>> {
    const filter: QueryFilter<ChannelConnection> = {
      ...(await this.owners.filterOf(environment, query)),
      ...(query.connectionMode && { subscriberId: { $exists: query.connectionMode === 'subscriber' } }),
    };
    return findCursorPage(this.connections, filter, query);
  }

  /** Returns a connection of the environment, or only of an owner. Throws 404. */
  async findOrFail(
    { id: environmentId }: InEnvironment,
    identifier: string,
    owner?: SubscriberInContexts,
  ): Promise<ChannelConnection> {
    const connection = await this.connections.findOne({ environmentId, identifier, ...ownedBy(owner) }).lean();
    if (!connection) throw notFound('Channel connection', identifier);
    return connection;
  }

  /** Replaces workspace and tokens. Throws 404. */
  async update(
    environment: InEnvironment,
    identifier: string,
    access: UpdateChannelConnectionDto,
  ): Promise<ChannelConnection> {
    const { _id, environmentId, integrationId, owner } = await this.findOrFail(environment, identifier);
    const updated = await this.connections
      .findOneAndUpdate(
        { _id, environmentId },
        {
          $set: {
            workspace: plain(access.workspace),
            auth: this.seal(environmentId, integrationId, owner, access.auth),
            updatedAt: this.clock.now(),
          },
        },
        { returnDocument: 'after' },
      )
      .lean();
    if (!updated) throw notFound('Channel connection', identifier);
    return updated;
  }

  /** Throws 404, also for one of another owner where one is given. */
  async delete({ id: environmentId }: InEnvironment, identifier: string, owner?: SubscriberInContexts): Promise<void> {
    const { deletedCount } = await this.connections.deleteOne({ environmentId, identifier, ...ownedBy(owner) });
    if (deletedCount === 0) throw notFound('Channel connection', identifier);
  }

  /** Returns the connections of the environment with these names, by name; unknown names are absent. */
  async findByIdentifiers(
    environmentId: Types.ObjectId,
    identifiers: readonly string[],
  ): Promise<Map<string, ChannelConnection>> {
    if (identifiers.length === 0) return new Map();
    const found = await this.connections.find({ environmentId, identifier: { $in: [...new Set(identifiers)] } }).lean();
    return new Map(found.map((one) => [one.identifier, one]));
  }

  /** Returns the decrypted tokens. */
  authOf({ environmentId, integrationId, owner, auth }: ChannelConnection): ConnectionAuth {
    return JSON.parse(this.secretBox.open(auth, authRecord(environmentId, integrationId, owner))) as ConnectionAuth;
  }

  private newConnection(owner: ChannelOwner, { workspace, auth }: Access, identifier?: string): ChannelConnection {
    const { integration } = owner;
    if (integration.channel !== 'chat') {
      const message = `'${integration.identifier}' is not a chat integration`;
      throw ValidationException.of('integrationIdentifier', message, integration.identifier);
    }
    const key = ownerKey(owner);
    const now = this.clock.now();
    return {
      _id: new Types.ObjectId(),
      ...ownerFields(owner, integration.channel),
      identifier: identifier ?? `connection-${randomBytes(IDENTIFIER_BYTES).toString('hex')}`,
      owner: key,
      workspace: plain(workspace),
      auth: this.seal(integration.environmentId, integration._id, key, auth),
      createdAt: now,
      updatedAt: now,
    };
  }

  private seal(environmentId: Types.ObjectId, integrationId: Types.ObjectId, owner: string, auth: ConnectionAuth) {
    return this.secretBox.seal(JSON.stringify(auth), authRecord(environmentId, integrationId, owner));
  }
}

/** Returns the owner of a connection of this mode. Throws 422 when there would be none. */
export function inMode({ subscriber, ...owner }: ChannelOwner, mode: ConnectionMode): ChannelOwner {
  if (owner.contextKeys.length === 0 && (mode === 'shared' || !subscriber)) {
    throw mode === 'shared'
      ? ValidationException.of('context', 'A shared connection needs a context')
      : ValidationException.of('subscriberId', 'A connection needs a subscriber or a context');
  }
  return mode === 'shared' || !subscriber ? owner : { ...owner, subscriber };
}

function plain({ id, name, botUserId }: Workspace): Workspace {
  return { id, ...(name !== undefined && { name }), ...(botUserId !== undefined && { botUserId }) };
}
