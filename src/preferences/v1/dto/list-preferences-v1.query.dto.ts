import { QueryBoolean } from '../../../platform/validation/query.decorators.js';

/** Which channels to list. */
export class ListPreferencesV1QueryDto {
  /** Whether to list all five channels of each workflow, and not only those of its steps. */
  @QueryBoolean()
  includeInactiveChannels: boolean = true;
}
