import slugify from 'slugify';
import { toSlug } from '../../platform/ids/slug-codec.js';
import type { Environment, EnvironmentType } from '../../auth/environment.schema.js';

/** An API key of the environment. */
export class ApiKeyDto {
  /**
   * The key itself.
   * @example 3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b
   */
  key: string;

  /** Id of the user the key was made for. */
  _userId: string;

  /** SHA-256 of the key, in hexadecimal. */
  hash: string;

  /** Of a key that was renewed: it works until then. */
  expiresAt?: string;
}

/** A separate world of subscribers, workflows and notifications with API keys of its own. */
export class EnvironmentDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Name.
   * @example Development
   */
  name: string;

  /** Id of the organization it belongs to. */
  _organizationId: string;

  /**
   * Public name, which inbox widgets send as their application identifier.
   * @example k3Jx9fQ0bT1z
   */
  identifier: string;

  /** Kind of environment. */
  type?: EnvironmentType;

  /**
   * For telling environments apart at a glance.
   * @example #33aa77
   */
  color?: string;

  /** False: messages stay with their integration when its provider keeps failing. Absent: they go on to another. */
  failover?: boolean;

  /** True: deleted only with its name repeated, and kept for a while then. */
  protected?: boolean;

  /** Id of the environment this one receives its changes from. */
  _parentId?: string;

  /** Readable name with the id in it, accepted in paths. */
  slug: string;

  /** API keys. Those of other environments than the caller's are not shown. */
  apiKeys: ApiKeyDto[];
}

/** `keys` are the environment's API keys in the clear, or nothing when the caller may not see them. */
export function toEnvironmentDto(environment: Environment, keys: ApiKeyDto[]): EnvironmentDto {
  const {
    _id,
    name,
    organizationId,
    identifier,
    type,
    color,
    parentId,
    failover,
    protected: isProtected,
  } = environment;
  return {
    _id: _id.toHexString(),
    name,
    _organizationId: organizationId.toHexString(),
    identifier,
    ...(type && { type }),
    ...(color && { color }),
    ...(failover === false && { failover }),
    ...(isProtected && { protected: true }),
    ...(parentId && { _parentId: parentId.toHexString() }),
    slug: toSlug(slugify.default(name, { lower: true, strict: true }), 'env', _id),
    apiKeys: keys,
  };
}
