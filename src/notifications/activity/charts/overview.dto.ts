import { ApiProperty } from '@nestjs/swagger';
import { type Channel, CHANNELS } from '#libs/channels.js';
import { AccountRefusalDto } from '../../../integrations/integrations.dto.js';
import { DISABLED_REASONS } from '../../../outbound-webhooks/webhook-endpoint.schema.js';
import { ApiNullable } from '../../../platform/http/decorators.js';

/** An event that waits for a worker. */
export class OldestEventDto {
  /** Transaction ID of the trigger. */
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

/** A failed message. */
export class LastErrorDto {
  /** When, ISO 8601. */
  at: string;
  /** Text of the error, with the provider's own. */
  message: string;
  /** Id of the dead letter. */
  deadLetterId: string;
}

/** Why messages of a channel fail or wait. */
export const CHANNEL_PROBLEMS = ['no_integration', 'no_primary', 'refused'] as const;

/** A channel of active workflows in which messages fail or wait. */
export class ChannelProblemDto {
  /** The channel. */
  @ApiProperty({ enum: CHANNELS })
  channel: Channel;

  /**
   * `no_integration`: the channel has no active integration. `no_primary`: none of them is primary or has conditions, so that
   * none is used. `refused`: the provider refuses the account of one that is used.
   */
  @ApiProperty({ enum: CHANNEL_PROBLEMS })
  kind: (typeof CHANNEL_PROBLEMS)[number];

  /**
   * How many of the 1,000 latest workflows are active and use the channel.
   * @example 3
   */
  workflows: number;

  /** Internal id of the integration that is refused. */
  integrationId?: string;

  /** Its name. */
  integrationName?: string;

  /** Since when it is refused, ISO 8601 in UTC. */
  since?: string;

  /**
   * The provider's own words.
   * @example 535 5.7.8 Authentication credentials invalid
   */
  error?: string;

  /** Status of the provider's response, if there was one. */
  statusCode?: number;
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
  @ApiProperty({ enum: CHANNELS })
  channel: string;
  /** Its provider. */
  providerId: string;
  /** It is used. */
  active: boolean;
  /** Why its provider refuses the account; absent while it accepts messages. */
  health?: AccountRefusalDto;
  /** In the last hour, and at most ten minutes more. */
  lastHour: AttemptCountsDto;
  /** In the last day, and at most ten minutes more. */
  lastDay: AttemptCountsDto;
  /** The last failure of the last day; null when there was none. */
  @ApiNullable(LastFailureDto)
  lastFailure: LastFailureDto | null;
  /** Of the last message that failed with it, if it is among the latest 200 of the environment; else null. */
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

  /** Failed messages that were not retried. */
  deadLetters: CappedCountDto;

  /**
   * Webhooks whose requests fail, or that were disabled because of that; at most 100. Left out for callers without the
   * permission `webhooks:read`.
   */
  @ApiProperty({ type: [FailingWebhookDto], required: false })
  failingWebhooks?: FailingWebhookDto[];

  /**
   * Channels of active workflows in which messages fail or wait. Left out for callers without the permission
   * `integrations:read`.
   */
  @ApiProperty({ type: [ChannelProblemDto], required: false })
  channelProblems?: ChannelProblemDto[];

  /**
   * The environment's integrations that send over a provider. Left out for callers without the permission
   * `integrations:read`.
   */
  @ApiProperty({ type: [IntegrationHealthDto], required: false })
  integrations?: IntegrationHealthDto[];
}
