import { SetMetadata } from '@nestjs/common';

export const OPEN_PROVIDER_IDS = 'carillon:open-provider-ids';

/**
 * In these answers the contract lets a provider's id be any text, so that official clients, too, are shown which provider
 * it is. Stands on a controller.
 */
export function OpenProviderIds(): ClassDecorator {
  return SetMetadata(OPEN_PROVIDER_IDS, true);
}
