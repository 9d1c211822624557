import { randomBytes } from 'node:crypto';
import { BadRequestException, ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { WebhookFormat } from '#libs/providers/webhooks/webhook-format.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { Config, publicAddress } from '../platform/config/config.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { TryAgainException } from '../platform/errors/exceptions.js';
import { KeyedMutex } from '../platform/scheduling/keyed-semaphore.js';
import { isDuplicateKey } from '../platform/persistence/writes.js';
import { findProvider } from './catalogue.js';
import { assertComplete, assertSendable, chooseProvider } from './choose-provider.js';
import { maskCredentials, openConfigurations, sealConfigurations, withStoredSecrets } from './credentials.js';
import type { CreateIntegrationDto, UpdateIntegrationDto } from './integration-requests.dto.js';
import {
  asRead,
  credentialsAfter,
  isAboutSending,
  mustBeComplete,
  newIdentifier,
  storedSettings,
  updateOf,
  withChanger,
  withPrimary,
} from './integration-update.js';
import { IntegrationHealth } from './integration-health.service.js';
import { Integration } from './integration.schema.js';
import { IntegrationAccess, integrationNotFound, IntegrationsService } from './integrations.service.js';
import { canBePrimary, primaryAfter, primaryMark } from './primary-integration.service.js';
import { formatOf } from './report-formats.js';

/** Number of random identifiers that are tried. */
const IDENTIFIER_TRIES = 3;

/** Maximum number of attempts of an update that conflicts with concurrent requests. */
const UPDATE_TRIES = 10;

const SIGNING_KEY_BYTES = 32;

/** The outcome of setting up reports; `integration` is present when reports are enabled. */
interface AutoConfiguration {
  message: string;
  integration?: Integration;
}

/**
 * Creates, changes and deletes integrations. Every change is one write to one document. Unique indexes hold what there
 * may be only one of: an identifier in the organization, an inbox in an environment, a primary in a channel.
 */
@Injectable()
export class IntegrationChangesService {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
    private readonly access: IntegrationAccess,
    private readonly health: IntegrationHealth,
    private readonly mutex: KeyedMutex,
    private readonly secretBox: SecretBox,
    private readonly config: Config,
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
    if (active && request.check !== false)
      assertComplete(provider, maskCredentials(this.secretBox, _id, credentials), request.credentials);
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
      ...(caller.caller?.kind === 'person' && { changedBy: caller.caller.userId }),
    };
    const mayBePrimary = canBePrimary({ channel, active, conditions });
    for (let tries = 0; tries < (fields.identifier === undefined ? IDENTIFIER_TRIES : 1); tries++) {
      const identifier = fields.identifier ?? newIdentifier(name);
      const created = await this.writeWithPrimary(integration, mayBePrimary, async (primary) => {
        const document = await this.integrations.create({ ...integration, identifier, primary: primary === true });
        return document.toObject();
      });
      if (created) return this.afterChange(created.result);
    }
    throw await this.conflictOf({ ...integration, identifier: fields.identifier ?? name });
  }

  /**
   * Changes the fields of the request. Throws 400 for a request without changes, for incomplete credentials or a second
   * inbox, 409 for an identifier that is taken, 403 for another environment that is protected, 422 when stored secrets
   * would be sent to another server.
   */
  async update(caller: EnvironmentRef, id: Types.ObjectId, request: UpdateIntegrationDto): Promise<Integration> {
    for (let tries = 0; tries < UPDATE_TRIES; tries++) {
      const before = await this.access.findOrFail(caller, id);
      const settings = storedSettings(this.secretBox, id, this.unmasked(request, before), before.credentials);
      const environmentId = await this.access.targetOf(caller, request._environmentId, before.environmentId);
      const moved = !before.environmentId.equals(environmentId);
      const update = updateOf(settings, moved ? { environmentId } : {});
      if (!update) throw new BadRequestException('The request changes nothing');
      const after = Object.assign({}, before, settings.fields, { environmentId });
      // An integration of a provider that is no longer accepted may be changed, but not activated.
      if (request.active === true) assertSendable(after);
      if (mustBeComplete(after, request)) {
        const present = maskCredentials(this.secretBox, id, credentialsAfter(before, settings));
        assertComplete(findProvider(after.channel, after.providerId), present, request.credentials);
      }
      const changed = withChanger(update, caller.caller, before, request.credentials);
      const mark = primaryAfter(before, after, isAboutSending(request));
      const updated = await this.writeWithPrimary(after, mark, (primary) =>
        this.integrations
          .findOneAndUpdate(asRead(before), withPrimary(changed, primary), { returnDocument: 'after' })
          .lean(),
      );
      if (!updated) throw await this.conflictOf(after);
      if (!updated.result) continue;
      this.reading.forget(before.environmentId);
      // Somebody has acted: what waits for that is tried at once.
      if (before.refusal) await this.health.forgive(updated.result);
      const { refusal: _forgiven, ...integration } = updated.result;
      return this.afterChange(integration);
    }
    throw new TryAgainException(`Integration '${id}' is being changed by others, try again`);
  }

  /** Deletes an integration; messages sent through it stay. Returns the remaining integrations of the organization. */
  async delete(caller: EnvironmentRef, id: Types.ObjectId): Promise<Integration[]> {
    const { environmentId } = await this.access.findOrFail(caller, id);
    const { deletedCount } = await this.integrations.deleteOne({ _id: id, environmentId });
    if (deletedCount === 0) throw integrationNotFound(id);
    this.reading.forget(environmentId);
    return this.reading.list(caller);
  }

  /**
   * Enables the reports of an integration's provider (behaviour B4), with a new signing key unless it has one. Throws
   * 404.
   */
  async autoConfigure(caller: EnvironmentRef, id: Types.ObjectId): Promise<AutoConfiguration> {
    for (let tries = 0; tries < UPDATE_TRIES; tries++) {
      const before = await this.access.findOrFail(caller, id);
      const format = formatOf(before);
      if (!format) {
        const name = findProvider(before.channel, before.providerId)?.name ?? before.providerId;
        return { message: `${name} does not report what becomes of messages: there is no webhook to set up` };
      }
      const integration = await this.enableReports(caller, before);
      if (integration) {
        this.reading.forget(before.environmentId);
        return { message: this.instructionsOf(format, integration), integration };
      }
    }
    throw new ConflictException(`Integration '${id}' is being changed by others, try again`);
  }

  /**
   * Writes with the primary mark, if `wanted`, and without it when another integration has it already. Returns
   * undefined when another unique index refuses the write.
   */
  private async writeWithPrimary<T>(
    { environmentId, channel }: Pick<Integration, 'environmentId' | 'channel'>,
    wanted: boolean | undefined,
    write: (primary: boolean | undefined) => Promise<T>,
  ): Promise<{ result: T } | undefined> {
    if (wanted !== true) return unlessTaken(() => write(wanted));
    return this.mutex.run(
      primaryMark(environmentId, channel),
      async () => (await unlessTaken(() => write(true))) ?? unlessTaken(() => write(false)),
    );
  }

  /** The request with the stored value for each configuration that it repeats masked. */
  private unmasked(request: UpdateIntegrationDto, before: Integration): UpdateIntegrationDto {
    const { configurations: given } = request;
    if (given === undefined) return request;
    const configurations = withStoredSecrets(given, openConfigurations(this.secretBox, before));
    return Object.assign({}, request, { configurations });
  }

  /** Returns the error for a write that a unique index has refused. */
  private async conflictOf({ _id, environmentId, channel, identifier }: Refused): Promise<Error> {
    const secondInbox =
      channel === 'in_app' && (await this.integrations.exists({ _id: { $ne: _id }, environmentId, channel }));
    return secondInbox
      ? new BadRequestException('The environment has an in-app integration already')
      : new ConflictException(`Integration with identifier '${identifier}' already exists`);
  }

  /** Returns null when the configurations have changed since they were read. */
  private enableReports({ caller }: EnvironmentRef, before: Integration): Promise<Integration | null> {
    const { _id, environmentId, configurations } = before;
    const current = openConfigurations(this.secretBox, before) ?? {};
    const next = {
      ...current,
      inboundWebhookEnabled: true,
      inboundWebhookSigningKey:
        current.inboundWebhookSigningKey || randomBytes(SIGNING_KEY_BYTES).toString('base64url'),
    };
    return this.integrations
      .findOneAndUpdate(
        { _id, environmentId, configurations: configurations ?? { $exists: false } },
        {
          $set: { configurations: sealConfigurations(this.secretBox, _id, next) },
          ...(caller?.kind !== 'person' && { $unset: { changedBy: 1 } }),
        },
        { returnDocument: 'after' },
      )
      .lean();
  }

  /** What is left to do at the provider. */
  private instructionsOf(format: WebhookFormat, { _id, environmentId }: Integration): string {
    const addressOf = (kind: string): string =>
      publicAddress(this.config, `/v2/inbound-webhooks/${kind}/${environmentId}/${_id}`);
    const reports = format.instructions(addressOf('delivery-providers'));
    if (!format.texts) return reports;
    const because = 'so that STOP, START and HELP work. Where there is one address for both, either takes both.';
    return `${reports} Enter ${addressOf('sms')} there for messages that people send, ${because}`;
  }

  private afterChange(integration: Integration): Integration {
    this.reading.forget(integration.environmentId);
    return integration;
  }
}

type Refused = Pick<Integration, '_id' | 'environmentId' | 'channel' | 'identifier'>;

/** Returns the result of a write, or undefined when a unique index has refused it. */
async function unlessTaken<T>(write: () => Promise<T>): Promise<{ result: T } | undefined> {
  try {
    return { result: await write() };
  } catch (error) {
    if (isDuplicateKey(error)) return undefined;
    throw error;
  }
}
