import type { QueryFilter, UpdateQuery } from 'mongoose';
import type { UpdateIntegrationDto } from './integration-requests.dto.js';
import type { Integration } from './integration.schema.js';
import type { Settings } from './settings.js';

/** Fields of the stored document by path. */
type Fields = Record<string, unknown>;

/** The update that stores settings and other fields, or undefined when there is nothing to store. */
export function updateOf(
  { fields, credentials, removedKeys }: Settings,
  others: Fields,
): { set: Fields; unset: Fields } | undefined {
  const set = { ...fields, ...others, ...atPaths(Object.entries(credentials)) };
  const unset = atPaths(removedKeys.map((key) => [key, 1]));
  return Object.keys(set).length + Object.keys(unset).length > 0 ? { set, unset } : undefined;
}

/** The same with the primary mark given or taken; undefined leaves it. */
export function withPrimary(
  { set, unset }: { set: Fields; unset: Fields },
  primary: boolean | undefined,
): UpdateQuery<Integration> {
  return {
    $set: { ...set, ...(primary !== undefined && { primary }) },
    $unset: { ...unset, ...(primary === false && { nextPrimary: 1 }) },
  };
}

/** Matches the integration as long as what decides about its being primary is as it was read. */
export function asRead({ _id, environmentId, active, conditions }: Integration): QueryFilter<Integration> {
  return { _id, environmentId, active, 'conditions.0': { $exists: conditions.length > 0 } };
}

/** Names of all credentials that an integration has once settings are stored. */
export function keysAfter({ credentials }: Integration, settings: Settings): string[] {
  const keys = Object.keys({ ...credentials, ...settings.credentials });
  return keys.filter((key) => !settings.removedKeys.includes(key));
}

/** Whether the credentials must be complete: they are changed, or what uses them is switched on. */
export function mustBeComplete({ active }: Pick<Integration, 'active'>, request: UpdateIntegrationDto): boolean {
  return active && request.check !== false && (request.active === true || request.credentials !== undefined);
}

/** Whether a request says where or when the integration is used. */
export function isAboutSending({ active, conditions, _environmentId }: UpdateIntegrationDto): boolean {
  return active !== undefined || conditions !== undefined || _environmentId !== undefined;
}

function atPaths(credentials: [string, unknown][]): Fields {
  return Object.fromEntries(credentials.map(([key, value]) => [`credentials.${key}`, value]));
}
