import type { Config } from '../config/config.js';

/** The whole address of a path of the API, as people and providers reach it. */
export function publicAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>, path: string): string {
  return `${publicUrl ?? `http://localhost:${port}`}${path}`;
}
