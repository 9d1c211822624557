import type { Setting } from './setting.js';
import { SETTINGS } from './settings.js';

type Settings = typeof SETTINGS;
type Values = { readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer T> ? T : never };

// Declaration merging gives the class the fields of the settings table without repeating them.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface Config extends Values {}

/** The settings of this process, read and validated once at startup. Inject it; no other code reads the environment. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export class Config {
  constructor(values: Values) {
    Object.assign(this, values);
  }
}

/** The process cannot start with these settings; the message names each wrong variable, never a secret's value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Name of a setting's environment variable: `maxRecipients` is `MAX_RECIPIENTS`. */
export function variableName(setting: string): string {
  return setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Reads all settings from `environment`. Empty variables count as unset. Throws {@link ConfigError}. */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const values = Object.entries<Setting<unknown>>(SETTINGS).map(([name, setting]) => {
    const variable = variableName(name);
    const given = environment[variable]?.trim();
    if (!given) return [name, setting.default];
    try {
      return [name, setting.parse(given)];
    } catch (error) {
      problems.push(`${variable} ${(error as Error).message}${setting.secret ? '' : `, but is "${given}"`}`);
      return [name, setting.default];
    }
  });
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return new Config(Object.fromEntries(values) as Values);
}

/** Whether a setting is on; `auto` means on with the embedded store only. */
export function autoOnEmbedded(setting: 'auto' | 'on' | 'off', { mongodbUri }: Pick<Config, 'mongodbUri'>): boolean {
  return setting === 'auto' ? mongodbUri === undefined : setting === 'on';
}

/** Whether browsers of people elsewhere reach this installation, and by https. */
export function isPublic({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https://') === true;
}

/** The full URL of a path of the API, as users and providers reach it. */
export function publicAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>, path: string): string {
  return `${publicUrl ?? `http://localhost:${port}`}${path}`;
}
