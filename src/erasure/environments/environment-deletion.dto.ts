import { IsString } from 'class-validator';
import { dto } from '../../platform/http/dto.js';
import { Optional } from '../../platform/validation/decorators.js';
import type { KeptDeletion } from './environment-deletions.service.js';

/** How an environment is deleted. */
export class DeleteEnvironmentQuery {
  /**
   * The name of the environment, repeated: needed for a protected one.
   * @example Production
   */
  @Optional({ nullable: false })
  @IsString()
  confirm?: string;
}

/** The response of a deletion. */
export class EnvironmentRemovalDto {
  /** Always true: the environment can no longer be used. */
  acknowledged: boolean;

  /** Of a protected environment: until when it can be restored. Its data are removed afterwards. */
  restorableUntil?: string;
}

/** A deleted environment that can be restored. */
export class DeletedEnvironmentDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  _id: string;

  /**
   * Name.
   * @example Production
   */
  name: string;

  /** Public name, which inbox widgets send as their application identifier. */
  identifier: string;

  /** When it was deleted. */
  deletedAt: string;

  /** Until when it can be restored. Its data are removed afterwards. */
  restorableUntil: string;
}

export function toDeletedEnvironmentDto({ _id, kept, requestedAt, keptUntil }: KeptDeletion): DeletedEnvironmentDto {
  return dto<DeletedEnvironmentDto>({
    _id,
    name: kept.name,
    identifier: kept.identifier,
    deletedAt: requestedAt,
    restorableUntil: keptUntil,
  });
}
