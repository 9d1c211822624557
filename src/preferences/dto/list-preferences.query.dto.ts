import { ArrayMaxSize, IsIn, IsOptional, Matches } from 'class-validator';
import { QueryList } from '../../platform/validation/query.decorators.js';
import { CRITICALITIES, type Criticality } from '../criticality.js';

/** A trigger names at most so many contexts; a larger set never occurs. */
const MAX_CONTEXTS = 5;

/** Which preferences of a subscriber to list. */
export class ListPreferencesQueryDto {
  /** Workflows that subscribers cannot opt out of (`critical`), the others (`nonCritical`), or both (`all`). */
  @IsOptional()
  @IsIn(CRITICALITIES)
  criticality: Criticality = 'nonCritical';

  /**
   * Preferences of exactly this set of contexts, each `type:id`. Without any: those that hold where no context is.
   * @example ["tenant:acme"]
   */
  @QueryList()
  @ArrayMaxSize(MAX_CONTEXTS)
  @Matches(/^$|^[\w-]{1,100}:[\w-]{1,100}$/, {
    each: true,
    message: 'each value in contextKeys must have the form type:id',
  })
  contextKeys?: string[];
}
