import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { SEND_OUTCOMES, type SendAttempt } from '../messages/sending-progress.js';
import { dto } from '../../platform/http/dto.js';

const ENCODINGS = ['GSM-7', 'UCS-2'] as const;

/** The size of a text message, which decides what it costs. */
export class SmsSizeDto {
  /** `UCS-2` when the text has a character that the alphabet of text messages lacks. It leaves less than half of the room. */
  @ApiProperty({ enum: ENCODINGS })
  encoding: (typeof ENCODINGS)[number];

  /**
   * Units of the encoding: septets or UTF-16 units.
   * @example 172
   */
  units: number;

  /**
   * Segments that are sent and charged.
   * @example 2
   */
  segments: number;
}

/** One time a message was handed to a provider. */
export class SendAttemptDto {
  /**
   * When, ISO 8601 in UTC.
   * @example 2026-03-01T12:00:00.000Z
   */
  at: string;

  /**
   * Milliseconds until it had responded; absent for attempts of earlier releases.
   * @example 182
   */
  durationMs?: number;

  /** Internal id of the integration it was sent with. */
  integrationId: string;

  /**
   * Its provider.
   * @example sendgrid
   */
  providerId: string;

  /**
   * Kind of failure: `transient` and `ambiguous` may succeed later, and with the latter it is unknown whether the provider
   * has sent it; `permanent` never will, unless it is the fault of the account and somebody acts; with `invalid_target` the device or address no longer exists.
   * @example transient
   */
  @ApiProperty({ enum: SEND_OUTCOMES })
  outcome: SendAttempt['outcome'];

  /**
   * Who has to act after a failure. `recipient`: the address is wrong or refuses; `content`: this message would always be
   * refused; `account`: the operator, at the provider or in the integration; `passing`: nobody, only time. Absent for attempts
   * of earlier releases.
   * @example account
   */
  @ApiPropertyOptional({ enum: ['recipient', 'content', 'account', 'passing'] })
  fault?: SendAttempt['fault'];

  /**
   * The provider's words, or why it could not be asked.
   * @example status 503
   */
  error?: string;

  /**
   * Status of the provider's response; absent when there was none.
   * @example 503
   */
  statusCode?: number;
}

export function toSendAttemptDto({ at, ms, integrationId, ...attempt }: SendAttempt): SendAttemptDto {
  return dto<SendAttemptDto>({
    at: at.toISOString(),
    ...(ms !== undefined && { durationMs: ms }),
    integrationId: integrationId,
    ...attempt,
  });
}
