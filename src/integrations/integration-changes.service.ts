import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import { TryAgainException } from '../platform/errors/exceptions.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { isDuplicateKey } from '../platform/persistence/store-errors.js';
import { findProvider } from './catalogue.js';
import { assertSendable, chooseProvider } from './choose-provider.js';
import { assertComplete } from './credentials/assert-complete.js';
import type { CreateIntegrationDto, UpdateIntegrationDto } from './integration-requests.dto.js';
import { newIdentifier } from './identifiers.js';
import { asRead, isAboutSending, keysAfter, mustBeComplete, updateOf, withPrimary } from './integration-update.js';
import { Integration } from './integration.schema.js';
import { IntegrationAccess } from './integration-access.service.js';
import { integrationNotFound, IntegrationsService } from './integrations.service.js';
import { canBePrimary, primaryAfter, primaryMark } from './primary-integration.service.js';
import { KeyedMutex } from '../platform/keyed-mutex.js';
import { storedSettings } from './settings.js';

/** Random identifiers that are tried before giving up. */
const IDENTIFIER_TRIES = 3;

/** Times an update begins anew because another request has changed what it builds on. */
const UPDATE_TRIES = 10;

/**
 * Creates, changes and deletes integrations. Every change is one write to one document, and unique indexes decide what
 * there may be only one of: an identifier in the organization, an inbox in an environment, a primary in a channel.
 */
@Injectable()
export class IntegrationChangesService {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
    private readonly access: IntegrationAccess,
    private readonly mutex: KeyedMutex,
    private readonly secretBox: SecretBox,
  ) {}

  /**
   * Throws 422 for an unknown provider or environment and for a provider that nothing can be sent with, 400 for
   * incomplete credentials or a second inbox, 409 for an identifier that is taken.
   */
  async create(caller: EnvironmentRef, request: CreateIntegrationDto): Promise<Integration> {
    const { provider, channel } = chooseProvider(request);
    const _id = new Types.ObjectId();
    const { fields, credentials } = storedSettings(this.secretBox, _id, request);
    const { name = provider.name, active = false, conditions = [] } = fields;
    if (active && request.check !== false) assertComplete(provider, Object.keys(credentials));
    const integration = {
      _id,
      organizationId: caller.organizationId,
      environmentId: await this.access.targetOf(caller, request._environmentId, caller.id),
      kind: request.kind,
      ...(channel !== undefined && { channel }),
      providerId: request.providerId,
      ...fields,
      name,
      active,
      conditions,
      credentials,
    };
    const mayBePrimary = canBePrimary({ channel, active, conditions });
    for (let tries = 0; tries < (fields.identifier === undefined ? IDENTIFIER_TRIES : 1); tries++) {
      const identifier = fields.identifier ?? newIdentifier(name);
      const created = await this.primaryOrNot(integration, mayBePrimary, async (primary) => {
        const document = await this.integrations.create({ ...integration, identifier, primary: primary === true });
        return document.toObject();
      });
      if (created) return this.announced(created.result);
    }
    throw await this.conflictOf({ ...integration, identifier: fields.identifier ?? name });
  }

  /**
   * Changes what the request names. Throws 400 when that is nothing, for incomplete credentials or a second inbox, 409
   * for an identifier that is taken, 403 for another environment that is protected, 422 when stored secrets would be
   * sent to another server.
   */
  async update(caller: EnvironmentRef, id: Types.ObjectId, request: UpdateIntegrationDto): Promise<Integration> {
    for (let tries = 0; tries < UPDATE_TRIES; tries++) {
      const before = await this.access.findOrFail(caller, id);
      const settings = storedSettings(this.secretBox, id, request, before.credentials);
      const environmentId = await this.access.targetOf(caller, request._environmentId, before.environmentId);
      const moved = !before.environmentId.equals(environmentId);
      const update = updateOf(settings, moved ? { environmentId } : {});
      if (!update) throw new BadRequestException('The request changes nothing');
      const after = Object.assign({}, before, settings.fields, { environmentId });
      // One that was made when its provider was still accepted may be changed, but not switched on.
      if (request.active === true) assertSendable(after);
      if (mustBeComplete(after, request)) {
        assertComplete(findProvider(after.channel, after.providerId), keysAfter(before, settings));
      }
      const mark = primaryAfter(before, after, isAboutSending(request));
      const updated = await this.primaryOrNot(after, mark, (primary) =>
        this.integrations
          .findOneAndUpdate(asRead(before), withPrimary(update, primary), { returnDocument: 'after' })
          .lean(),
      );
      if (!updated) throw await this.conflictOf(after);
      if (!updated.result) continue;
      this.reading.forget(before.environmentId);
      return this.announced(updated.result);
    }
    throw new TryAgainException(`Integration '${id.toHexString()}' is being changed by others, try again`);
  }

  /** For good; what was sent through it stays. Returns those that are left in the organization. */
  async delete(caller: EnvironmentRef, id: Types.ObjectId): Promise<Integration[]> {
    const { environmentId } = await this.access.findOrFail(caller, id);
    const { deletedCount } = await this.integrations.deleteOne({ _id: id, environmentId });
    if (deletedCount === 0) throw integrationNotFound(id);
    this.reading.forget(environmentId);
    return this.reading.list(caller);
  }

  /**
   * Writes with the primary mark, if that is wanted, and without it when another integration has it already. Undefined
   * when the write is refused for another reason: something else there may be only one of is taken.
   */
  private async primaryOrNot<T>(
    { environmentId, channel }: Pick<Integration, 'environmentId' | 'channel'>,
    wanted: boolean | undefined,
    write: (primary: boolean | undefined) => Promise<T>,
  ): Promise<{ result: T } | undefined> {
    if (wanted !== true) return unlessTaken(() => write(wanted));
    return this.mutex.runExclusive(
      primaryMark(environmentId, channel),
      async () => (await unlessTaken(() => write(true))) ?? unlessTaken(() => write(false)),
    );
  }

  /** Which unique index has refused a write; it is only for the words. */
  private async conflictOf({ _id, environmentId, channel, identifier }: Refused): Promise<Error> {
    const secondInbox =
      channel === 'in_app' && (await this.integrations.exists({ _id: { $ne: _id }, environmentId, channel }));
    return secondInbox
      ? new BadRequestException('The environment has an in-app integration already')
      : new ConflictException(`Integration with identifier '${identifier}' already exists`);
  }

  private announced(integration: Integration): Integration {
    this.reading.forget(integration.environmentId);
    return integration;
  }
}

type Refused = Pick<Integration, '_id' | 'environmentId' | 'channel' | 'identifier'>;

/** What a write gives, or undefined when a unique index has refused it. */
async function unlessTaken<T>(write: () => Promise<T>): Promise<{ result: T } | undefined> {
  try {
    return { result: await write() };
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}
