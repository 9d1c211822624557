import type { IntegrationDto } from './integration.dto.js';

/** What came of setting up the reports of a provider. */
export class AutoConfigurationDto {
  /** Whether reports are taken now. */
  success: boolean;

  /**
   * What is left to do at the provider, or why there is nothing to set up.
   * @example Enter https://notify.example.com/v2/inbound-webhooks/… at SendGrid as the address of the event webhook.
   */
  message: string;

  /** The integration with its configurations; absent when nothing could be set up. */
  integration?: IntegrationDto;
}
