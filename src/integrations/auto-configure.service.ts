import { randomBytes } from 'node:crypto';
import { ConflictException, Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model, Types } from 'mongoose';
import { publicAddress } from '../platform/http/origins.js';
import { Config } from '../platform/config/config.js';
import { SecretBox } from '../platform/crypto/secret-box.js';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import { formatOf } from './report-formats/formats.js';
import { findProvider } from './catalogue.js';
import { openConfigurations, sealConfigurations } from './credentials/open-configurations.js';
import { IntegrationAccess } from './integration-access.service.js';
import { Integration } from './integration.schema.js';
import { IntegrationsService } from './integrations.service.js';

const KEY_BYTES = 32;

/** Times it begins anew because another request has changed the configurations meanwhile. */
const TRIES = 10;

/** What came of it; the integration is there when it was changed or had been before. */
export interface AutoConfiguration {
  message: string;
  integration?: Integration;
}

/** Sets integrations up to take the reports of their providers (behaviour B4). */
@Injectable()
export class AutoConfigureService {
  constructor(
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    private readonly reading: IntegrationsService,
    private readonly access: IntegrationAccess,
    private readonly secretBox: SecretBox,
    private readonly config: Config,
  ) {}

  /** Switches reports on and makes a key when there is none; a key that is there stays. Throws 404. */
  async configure(caller: EnvironmentRef, id: Types.ObjectId): Promise<AutoConfiguration> {
    for (let tries = 0; tries < TRIES; tries++) {
      const before = await this.access.findOrFail(caller, id);
      const format = formatOf(before);
      if (!format) {
        const name = findProvider(before.channel, before.providerId)?.name ?? before.providerId;
        return { message: `${name} does not report what becomes of messages: there is no webhook to set up` };
      }
      const integration = await this.enable(before);
      if (integration) {
        this.reading.forget(before.environmentId);
        return { message: format.instructions(this.addressOf(integration)), integration };
      }
    }
    throw new ConflictException(`Integration '${id.toHexString()}' is being changed by others, try again`);
  }

  /** Undefined when the configurations are no longer those that were read. */
  private enable(before: Integration): Promise<Integration | null> {
    const { _id, environmentId, configurations } = before;
    const current = openConfigurations(this.secretBox, before) ?? {};
    const next = {
      ...current,
      inboundWebhookEnabled: true,
      inboundWebhookSigningKey: current.inboundWebhookSigningKey || randomBytes(KEY_BYTES).toString('base64url'),
    };
    return this.integrations
      .findOneAndUpdate(
        { _id, environmentId, configurations: configurations ?? { $exists: false } },
        { $set: { configurations: sealConfigurations(this.secretBox, _id, next) } },
        { returnDocument: 'after' },
      )
      .lean();
  }

  private addressOf({ _id, environmentId }: Integration): string {
    const path = `/v2/inbound-webhooks/delivery-providers/${environmentId.toHexString()}/${_id.toHexString()}`;
    return publicAddress(this.config, path);
  }
}
