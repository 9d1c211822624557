import { BadRequestException } from '@nestjs/common';
import type { Provider } from '../catalogue.js';

/** Throws 400 when a key is missing without which the provider cannot send. */
export function assertComplete(provider: Provider | undefined, present: readonly string[]): void {
  const missing = (provider?.keys?.needed ?? []).filter((key) => !present.includes(key));
  if (missing.length > 0) {
    throw new BadRequestException(
      `The credentials of ${provider?.name} are incomplete; missing: ${missing.join(', ')}`,
    );
  }
}
