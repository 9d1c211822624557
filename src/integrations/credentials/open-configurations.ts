import type { SecretBox } from '../../platform/crypto/secret-box.js';
import type { Integration } from '../integration.schema.js';
import { openJson, sealJson } from './sealed-credentials.js';

const FIELD = 'configurations';

/** Settings of an integration beyond the account; members that are not named here are kept as they were sent. */
export interface Configurations extends Record<string, unknown> {
  inboundWebhookEnabled?: boolean;
  inboundWebhookSigningKey?: string;
}

/** The configurations in the clear; undefined when none were set. */
export function openConfigurations(
  box: SecretBox,
  { _id, configurations }: Pick<Integration, '_id' | 'configurations'>,
): Configurations | undefined {
  return configurations === undefined ? undefined : (openJson(box, _id, FIELD, configurations) as Configurations);
}

export function sealConfigurations(box: SecretBox, id: Integration['_id'], configurations: Configurations): string {
  return sealJson(box, id, FIELD, configurations);
}
