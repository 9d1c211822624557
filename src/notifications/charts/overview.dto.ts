import { ApiProperty } from '@nestjs/swagger';
import { INTEGRATION_CHANNELS } from '../../integrations/integration.schema.js';
import { DISABLED_REASONS } from '../../outbound-webhooks/endpoints/webhook-endpoint.schema.js';
import { ApiNullable } from '../../platform/http/decorators.js';

/** An event that waits for a worker. */
export class OldestEventDto {
  /** Id of the trigger. */
  transactionId: string;
  /** Internal id of the workflow. */
  workflowId: string;
  /** When it was triggered, ISO 8601. */
  triggeredAt: string;
  /** Since when it, or its next 500 recipients, wait for a worker, ISO 8601. */
  waitingSince: string;
  /** The same in seconds. */
  waitingSeconds: number;
}

/** A number that is counted up to a limit. */
export class CappedCountDto {
  /** At most 1,000. */
  count: number;
  /** There are more. */
  hasMore: boolean;
}

/** A webhook whose requests fail. */
export class FailingWebhookDto {
  /** Id of the webhook. */
  id: string;
  /** Its address. */
  url: string;
  /** Events are sent to it. */
  enabled: boolean;
  /** Since when every attempt has failed, ISO 8601. */
  failingSince?: string;
  /** Why it was disabled. */
  @ApiProperty({ enum: DISABLED_REASONS, required: false })
  disabledReason?: string;
}

/** Requests to a provider. */
export class AttemptCountsDto {
  /** It has accepted a message. */
  sent: number;
  /** It has not, whether or not another attempt follows. */
  failed: number;
}

/** The last request to a provider that has failed. */
export class LastFailureDto {
  /** When, ISO 8601. */
  at: string;
  /** `transient`: later attempts may succeed. `permanent`: they will not. `invalid_target`: the address is none. */
  @ApiProperty({ enum: ['transient', 'permanent', 'invalid_target'] })
  kind: string;
}

/** A message that was given up. */
export class LastErrorDto {
  /** When, ISO 8601. */
  at: string;
  /** Text of the error, with the provider's own. */
  message: string;
  /** Id of the dead letter. */
  deadLetterId: string;
}

/** How an integration works. */
export class IntegrationHealthDto {
  /** Internal id of the integration. */
  integrationId: string;
  /** Its identifier. */
  identifier: string;
  /** Its name. */
  name: string;
  /** Its channel. */
  @ApiProperty({ enum: INTEGRATION_CHANNELS })
  channel: string;
  /** Its provider. */
  providerId: string;
  /** It is used. */
  active: boolean;
  /** In the last hour, and at most ten minutes more. */
  lastHour: AttemptCountsDto;
  /** In the last day, and at most ten minutes more. */
  lastDay: AttemptCountsDto;
  /** The last failure of the last day; null when there was none. */
  @ApiNullable(LastFailureDto)
  lastFailure: LastFailureDto | null;
  /** Of the last message that was given up with it, if it is among the latest 200 of the environment; else null. */
  @ApiNullable(LastErrorDto)
  lastError: LastErrorDto | null;
}

/** What an operator has to know of an environment. */
export class ActivityOverviewDto {
  /** When it was read, ISO 8601. */
  at: string;

  /** The event that has waited longest for a worker; null when none waits. */
  @ApiNullable(OldestEventDto)
  oldestEvent: OldestEventDto | null;

  /** Messages that were given up and not sent again. */
  deadLetters: CappedCountDto;

  /**
   * Webhooks whose requests fail, or that were disabled because of that; at most 100. Left out for callers without the
   * permission `webhooks:read`.
   */
  @ApiProperty({ type: [FailingWebhookDto], required: false })
  failingWebhooks?: FailingWebhookDto[];

  /**
   * The environment's integrations that send over a provider. Left out for callers without the permission
   * `integrations:read`.
   */
  @ApiProperty({ type: [IntegrationHealthDto], required: false })
  integrations?: IntegrationHealthDto[];
}
