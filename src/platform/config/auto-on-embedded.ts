import type { Config } from './config.js';

/** What a setting says that is on by itself on the embedded store alone. */
export function autoOnEmbedded(setting: 'auto' | 'on' | 'off', { mongodbUri }: Pick<Config, 'mongodbUri'>): boolean {
  return setting === 'auto' ? mongodbUri === undefined : setting === 'on';
}
