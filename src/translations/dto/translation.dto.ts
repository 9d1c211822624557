import { ApiProperty } from '@nestjs/swagger';
import { RESOURCE_TYPES, type TranslatedResourceType, type Translation } from '../translation.schema.js';

/** The texts of a workflow or a layout in one language. */
export class TranslationDto {
  /**
   * Identifier of the workflow or layout.
   * @example order-shipped
   */
  resourceId: string;

  /** What they are texts of. */
  @ApiProperty({ enum: RESOURCE_TYPES })
  resourceType: TranslatedResourceType;

  /**
   * Language, with or without a region.
   * @example en_US
   */
  locale: string;

  /**
   * Texts by key, nested.
   * @example {"greeting": "Hello {{subscriber.firstName}}"}
   */
  content: Record<string, unknown>;

  /** When it was first saved, ISO 8601 in UTC. */
  createdAt: string;

  /** When it was last saved, ISO 8601 in UTC. */
  updatedAt: string;
}

export function toTranslationDto(translation: Translation): TranslationDto {
  return {
    resourceId: translation.resourceId,
    resourceType: translation.resourceType,
    locale: translation.locale,
    content: translation.content,
    createdAt: translation.createdAt.toISOString(),
    updatedAt: translation.updatedAt.toISOString(),
  };
}
