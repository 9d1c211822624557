import { type Config, isPublic, publicAddress } from '../../../platform/config/config.js';
import { TRACKING_PATH } from '../../engine/tracking/tracked-html.js';

/** The address that links in emails lead to; undefined while it is not public by https: then nothing is tracked. */
export function trackingAddress(config: Pick<Config, 'publicUrl' | 'port'>): string | undefined {
  return isPublic(config) ? publicAddress(config, TRACKING_PATH) : undefined;
}
