import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { QueryInt, QueryList } from '../../../platform/validation/query.decorators.js';
import { INTEGRATION_CHANNELS, type IntegrationChannel } from '../../../integrations/integration.schema.js';

/** Which messages to list; all filters narrow the list together. */
export class ListMessagesDto {
  /** Only messages of this channel. */
  @IsOptional()
  @IsIn(INTEGRATION_CHANNELS)
  channel?: IntegrationChannel;

  /** Only messages to this subscriber, by the caller's own id. */
  @IsOptional()
  @IsString()
  @MaxLength(512)
  subscriberId?: string;

  /** Only messages of these triggers. */
  @QueryList()
  transactionId?: string[];

  /** Only messages with exactly this set of context keys, each `type:id`. One empty value asks for those without. */
  @QueryList()
  contextKeys?: string[];

  /** Number of the page, from 0. */
  @QueryInt({ min: 0, max: 100_000 })
  page: number = 0;

  /** Messages per page, at most 1000. */
  @QueryInt({ min: 1, max: 1_000_000 })
  limit: number = 10;
}

/** Which of a trigger's messages to delete. */
export class DeleteMessagesDto {
  /** Only messages of this channel. */
  @IsOptional()
  @IsIn(INTEGRATION_CHANNELS)
  channel?: IntegrationChannel;
}

/** The answer to the deletion of a message. */
export class DeletedMessageDto {
  /** Always true. */
  acknowledged: boolean;
  /**
   * What has become of the message.
   * @example deleted
   */
  status: string;
}
