import { IsInt, Max, Min } from 'class-validator';
import { Optional } from '../platform/validation/decorators.js';
import { RefusesUnknown } from '../platform/validation/unknown-members.js';

/** Ten years. */
const MAX_RETENTION_DAYS = 3650;

/** Days for which records of an environment are kept. */
@RefusesUnknown()
export class RetentionDto {
  /** Runs, the activity of one recipient each, and counts by hour. */
  @Optional({ nullable: false })
  @IsInt()
  @Min(1)
  @Max(MAX_RETENTION_DAYS)
  activity?: number;

  /** In-app messages. */
  @Optional({ nullable: false })
  @IsInt()
  @Min(1)
  @Max(MAX_RETENTION_DAYS)
  inApp?: number;

  /** Records of messages of other channels. */
  @Optional({ nullable: false })
  @IsInt()
  @Min(1)
  @Max(MAX_RETENTION_DAYS)
  messages?: number;

  /** Events that were sent to webhooks. */
  @Optional({ nullable: false })
  @IsInt()
  @Min(1)
  @Max(MAX_RETENTION_DAYS)
  webhooks?: number;

  /** Messages in the outbox. */
  @Optional({ nullable: false })
  @IsInt()
  @Min(1)
  @Max(MAX_RETENTION_DAYS)
  outbox?: number;

  /** Counts by day. */
  @Optional({ nullable: false })
  @IsInt()
  @Min(1)
  @Max(MAX_RETENTION_DAYS)
  charts?: number;

  /** Triggers: a `transactionId` that is repeated within them is ignored. */
  @Optional({ nullable: false })
  @IsInt()
  @Min(1)
  @Max(MAX_RETENTION_DAYS)
  triggers?: number;
}
