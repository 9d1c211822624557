import { Injectable } from '@nestjs/common';
import { SecretBox } from '../platform/crypto/secret-box.js';
import { maskCredentials } from './credentials/masked-credentials.js';
import { openConfigurations } from './credentials/open-configurations.js';
import type { Integration } from './integration.schema.js';
import { type IntegrationDto, toIntegrationDto } from './integrations.dto.js';

/** Shows integrations as answers do: configurations in the clear, of credentials only what is no secret (behaviour G10). */
@Injectable()
export class IntegrationView {
  constructor(private readonly secretBox: SecretBox) {}

  of(integration: Integration): IntegrationDto {
    const { _id, credentials } = integration;
    const masked = maskCredentials(this.secretBox, _id, credentials);
    return toIntegrationDto(integration, masked, openConfigurations(this.secretBox, integration));
  }

  ofAll(integrations: readonly Integration[]): IntegrationDto[] {
    return integrations.map((integration) => this.of(integration));
  }
}
