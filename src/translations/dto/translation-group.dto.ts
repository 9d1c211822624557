import { ApiProperty } from '@nestjs/swagger';
import { RESOURCE_TYPES, type TranslatedResourceType } from '../translation.schema.js';

/** The languages that a workflow or a layout is translated into. */
export class TranslationGroupDto {
  /**
   * Identifier of the workflow or layout.
   * @example order-shipped
   */
  resourceId: string;

  /** What the texts are of. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: TranslatedResourceType;

  /**
   * Name of the workflow or layout.
   * @example Order shipped
   */
  resourceName: string;

  /**
   * Languages there are texts in, in alphabetical order.
   * @example ["de_DE", "en_US"]
   */
  locales: string[];

  /**
   * Languages that lack a key the default language has; missing when there are none.
   * @example ["de_DE"]
   */
  outdatedLocales?: string[];

  /**
   * By language, the default one always included: the keys that templates of the resource print and the language has no
   * text for. Languages that lack nothing, and keys that are only known while rendering, are left out; the whole is
   * missing when nothing is lacking.
   * @example {"de_DE": ["greeting"]}
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } })
  missingKeys?: Record<string, string[]>;

  /** When the first language was saved, or the resource was created while there is none; ISO 8601 in UTC. */
  createdAt: string;

  /** When a language was last saved, or the resource was changed while there is none; ISO 8601 in UTC. */
  updatedAt: string;
}
