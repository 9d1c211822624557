import { randomBytes } from 'node:crypto';
import type { QueryFilter, Types, UpdateQuery } from 'mongoose';
import type { EnvironmentRef } from '../auth/environment-ref.js';
import type { SecretBox } from '../platform/crypto/secret-box.js';
import { nameSlug } from '../platform/ids.js';
import {
  assertSecretsGivenAgain,
  readCredentials,
  sealConfigurations,
  sealCredentials,
  type SealedCredentials,
} from './credentials.js';
import { trackedBy } from './tracked.js';
import type { IntegrationSettingsDto, UpdateIntegrationDto } from './integration-requests.dto.js';
import type { Integration, IntegrationCondition } from './integration.schema.js';

/** The settings of a request as they are stored. */
interface Settings {
  /** Settings that are replaced as a whole; only those of the request. */
  fields: Partial<
    Pick<
      Integration,
      'name' | 'identifier' | 'active' | 'conditions' | 'priority' | 'rateLimit' | 'configurations' | 'tracked'
    >
  >;
  /** Credentials to set; the others stay. */
  credentials: SealedCredentials;
  /** Keys of credentials to remove. */
  removedKeys: string[];
  /** The rate is removed. */
  removesRate: boolean;
  /** Nothing is tracked any more. */
  removesTracked: boolean;
}

/**
 * Returns the settings of a request. `stored` are the credentials that the integration has already. Throws 422 for
 * credentials of the wrong type, and when stored secrets would be sent to another server.
 */
export function storedSettings(
  box: SecretBox,
  id: Types.ObjectId,
  request: IntegrationSettingsDto,
  stored: SealedCredentials = {},
): Settings {
  const { name, identifier, active, conditions, priority, rateLimit, configurations } = request;
  const credentials = readCredentials(request.credentials, Object.keys(stored));
  const tracked = configurations && trackedBy(configurations);
  assertSecretsGivenAgain(box, id, stored, credentials);
  return {
    fields: {
      ...(name !== undefined && { name }),
      ...(identifier !== undefined && { identifier }),
      ...(active !== undefined && { active }),
      ...(conditions !== undefined && { conditions: conditions.map(toStoredCondition) }),
      ...(priority !== undefined && { priority }),
      ...(rateLimit && { rateLimit: { messages: rateLimit.messages, per: rateLimit.per } }),
      ...(configurations !== undefined && { configurations: sealConfigurations(box, id, configurations) }),
      ...(tracked && { tracked }),
    },
    credentials: sealCredentials(box, id, credentials),
    removedKeys: Object.entries(credentials).flatMap(([key, value]) => (value === '' ? [key] : [])),
    removesRate: rateLimit === null,
    removesTracked: configurations !== undefined && !tracked,
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

/** Fields of the stored document by path. */
type Fields = Record<string, unknown>;

/** Returns the update that stores settings and other fields, or undefined when there is nothing to store. */
export function updateOf(
  { fields, credentials, removedKeys, removesRate, removesTracked }: Settings,
  others: Fields,
): { set: Fields; unset: Fields } | undefined {
  const set = { ...fields, ...others, ...atPaths(Object.entries(credentials)) };
  const unset = {
    ...atPaths(removedKeys.map((key) => [key, 1])),
    ...(removesRate && { rateLimit: 1 }),
    ...(removesTracked && { tracked: 1 }),
  };
  return Object.keys(set).length + Object.keys(unset).length > 0 ? { set, unset } : undefined;
}

/** Returns the update with the primary mark set or removed; undefined leaves it. */
export function withPrimary(
  { set, unset }: { set: Fields; unset: Fields },
  primary: boolean | undefined,
): UpdateQuery<Integration> {
  return {
    $set: { ...set, ...(primary !== undefined && { primary }) },
    $unset: { ...unset, ...(primary === false && { nextPrimary: 1 }) },
  };
}

/** Matches the integration unless fields that decide whether it is primary, or who answers for it, have changed since. */
export function asRead({ _id, environmentId, active, conditions, changedBy }: Integration): QueryFilter<Integration> {
  const others = { active, 'conditions.0': { $exists: conditions.length > 0 } };
  return { _id, environmentId, ...others, changedBy: changedBy ?? { $exists: false } };
}

/**
 * Adds to an update who answers for the integration (behaviour AC62). An API key removes the mark. A person sets it by
 * giving all credentials, or some where another person has given the rest. Who changes only one keeps the server that
 * an API key may have named. Other changes of people leave it.
 */
export function withChanger(
  { set, unset }: { set: Fields; unset: Fields },
  caller: EnvironmentRef['caller'],
  before: Pick<Integration, 'changedBy' | 'credentials'>,
  given: UpdateIntegrationDto['credentials'],
): { set: Fields; unset: Fields } {
  if (caller?.kind !== 'person') return { set, unset: { ...unset, changedBy: 1 } };
  const answers =
    given !== undefined &&
    (before.changedBy !== undefined || Object.keys(before.credentials).every((key) => Object.hasOwn(given, key)));
  return { set: answers ? { ...set, changedBy: caller.userId } : set, unset };
}

/** The update with which a caller answers for an integration, or ends that somebody does. */
export function changerUpdate(caller: EnvironmentRef['caller']): UpdateQuery<Integration> {
  return caller?.kind === 'person' ? { $set: { changedBy: caller.userId } } : { $unset: { changedBy: 1 } };
}

/** Returns all credentials that an integration has after settings are stored. */
export function credentialsAfter({ credentials }: Integration, settings: Settings): SealedCredentials {
  const all = Object.entries({ ...credentials, ...settings.credentials });
  return Object.fromEntries(all.filter(([key]) => !settings.removedKeys.includes(key)));
}

/** Returns whether the credentials must be complete: they are changed, or the integration is activated. */
export function mustBeComplete({ active }: Pick<Integration, 'active'>, request: UpdateIntegrationDto): boolean {
  return active && request.check !== false && (request.active === true || request.credentials !== undefined);
}

/** Returns whether a request changes where or when the integration is used. */
export function isAboutSending({ active, conditions, _environmentId }: UpdateIntegrationDto): boolean {
  return active !== undefined || conditions !== undefined || _environmentId !== undefined;
}

function atPaths(credentials: [string, unknown][]): Fields {
  return Object.fromEntries(credentials.map(([key, value]) => [`credentials.${key}`, value]));
}

/** Generates an identifier for an integration: the slug of its name and a random suffix. */
export function newIdentifier(name: string): string {
  return `${nameSlug(name) || 'integration'}-${randomBytes(4).toString('hex')}`;
}
