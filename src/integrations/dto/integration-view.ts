import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../crypto/secret-box.js';
import { openJson } from '../credentials/sealed-json.js';
import type { Integration } from '../integration.schema.js';
import { type IntegrationDto, toIntegrationDto } from './integration.dto.js';

/** Shows integrations as answers do: configurations in the clear, credentials not at all (behaviour G10). */
@Injectable()
export class IntegrationView {
  constructor(private readonly secretBox: SecretBox) {}

  of(integration: Integration): IntegrationDto {
    const { _id, configurations } = integration;
    if (configurations === undefined) return toIntegrationDto(integration);
    const open = openJson(this.secretBox, _id, 'configurations', configurations);
    return toIntegrationDto(integration, open as Record<string, unknown>);
  }

  ofAll(integrations: readonly Integration[]): IntegrationDto[] {
    return integrations.map((integration) => this.of(integration));
  }
}
