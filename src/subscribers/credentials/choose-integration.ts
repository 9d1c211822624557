import { ValidationException } from '../../platform/errors/validation.exception.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { ChannelInputDto } from './channel-credentials.dto.js';
import type { OpenChannel } from './credential-box.js';

/**
 * Credentials with the integration they are for: the one that is named, else the newest of the provider (behaviour R13).
 * `active` are the environment's active integrations, newest first. Throws a 422 that names the field when there is none.
 */
export function chooseIntegration(
  active: readonly Integration[],
  { providerId, integrationIdentifier, credentials = {} }: ChannelInputDto,
  parent = '',
): OpenChannel {
  const candidates = active.filter((one) => one.providerId === providerId && isPersonal(one));
  const integration =
    integrationIdentifier === undefined
      ? candidates[0]
      : candidates.find(({ identifier }) => identifier === integrationIdentifier);
  if (integration) {
    return { providerId, integrationIdentifier: integration.identifier, integrationId: integration._id, credentials };
  }
  throw integrationIdentifier === undefined
    ? ValidationException.of(
        `${parent}providerId`,
        `The environment has no active integration of the provider '${providerId}'`,
        providerId,
      )
    : ValidationException.of(
        `${parent}integrationIdentifier`,
        `The environment has no active integration '${integrationIdentifier}' of the provider '${providerId}'`,
        integrationIdentifier,
      );
}

/** Only chat and push reach a person by credentials of the person's own. */
function isPersonal({ channel }: Integration): boolean {
  return channel === 'chat' || channel === 'push';
}
