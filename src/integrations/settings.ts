import type { Types } from 'mongoose';
import type { SecretBox } from '../platform/crypto/secret-box.js';
import { assertSecretsGivenAgain } from './credentials/masked-credentials.js';
import { readCredentials } from './credentials/read-credentials.js';
import { type SealedCredentials, sealCredentials } from './credentials/sealed-credentials.js';
import { sealConfigurations } from './credentials/open-configurations.js';
import type { IntegrationSettingsDto } from './integration-requests.dto.js';
import type { Integration, IntegrationCondition } from './integration.schema.js';

/** The settings of a request as they are stored. */
export interface Settings {
  /** Those that are replaced as wholes; only what the request names. */
  fields: Partial<Pick<Integration, 'name' | 'identifier' | 'active' | 'conditions' | 'priority' | 'configurations'>>;
  /** Credentials to set; the others stay. */
  credentials: SealedCredentials;
  /** Keys of credentials to remove. */
  removedKeys: string[];
}

/**
 * `stored`: the credentials the integration has already. Throws 422 for credentials of the wrong type, and when secrets
 * that are stored would be sent to another server.
 */
export function storedSettings(
  box: SecretBox,
  id: Types.ObjectId,
  request: IntegrationSettingsDto,
  stored: SealedCredentials = {},
): Settings {
  const { name, identifier, active, conditions, priority, configurations } = request;
  const credentials = readCredentials(request.credentials, Object.keys(stored));
  assertSecretsGivenAgain(box, id, stored, credentials);
  return {
    fields: {
      ...(name !== undefined && { name }),
      ...(identifier !== undefined && { identifier }),
      ...(active !== undefined && { active }),
      ...(conditions !== undefined && { conditions: conditions.map(toStoredCondition) }),
      ...(priority !== undefined && { priority }),
      ...(configurations !== undefined && { configurations: sealConfigurations(box, id, configurations) }),
    },
    credentials: sealCredentials(box, id, credentials),
    removedKeys: Object.entries(credentials).flatMap(([key, value]) => (value === '' ? [key] : [])),
  };
}

function toStoredCondition({ isNegated, type, value, children }: IntegrationCondition): IntegrationCondition {
  return {
    isNegated,
    type,
    value,
    children: children.map(({ field, operator, on, value }) => ({ field, operator, on, value })),
  };
}
