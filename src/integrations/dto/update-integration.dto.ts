import { IntegrationSettingsDto } from './integration-settings.dto.js';

/** The settings to change; those that are left out stay as they are. */
export class UpdateIntegrationDto extends IntegrationSettingsDto {}
