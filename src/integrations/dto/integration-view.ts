import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../crypto/secret-box.js';
import { openConfigurations } from '../credentials/open-configurations.js';
import type { Integration } from '../integration.schema.js';
import { type IntegrationDto, toIntegrationDto } from './integration.dto.js';

/** Shows integrations as answers do: configurations in the clear, credentials not at all (behaviour G10). */
@Injectable()
export class IntegrationView {
  constructor(private readonly secretBox: SecretBox) {}

  of(integration: Integration): IntegrationDto {
    return toIntegrationDto(integration, openConfigurations(this.secretBox, integration));
  }

  ofAll(integrations: readonly Integration[]): IntegrationDto[] {
    return integrations.map((integration) => this.of(integration));
  }
}
