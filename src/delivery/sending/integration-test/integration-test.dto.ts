import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Optional } from '../../../platform/validation/decorators.js';

/** Places in a chat. */
export const CHAT_KINDS = ['webhook', 'channel', 'user', 'phone'] as const;
const STAGES = ['sign_in', 'send'] as const;
const DESTINATIONS = ['provider', 'outbox'] as const;

/** A subscription of a browser is JSON of some 500 characters; nothing is larger. */
const MAX_ADDRESS_LENGTH = 4096;

/** Recipient of a test message. */
export class TestIntegrationDto {
  /**
   * Address of the message: an email address, a phone number, the token of a device, or, of a chat, the address of a
   * webhook or the id of a channel, a person or a phone number there.
   * @example ada@example.com
   */
  @IsString()
  @IsNotEmpty()
  @MaxLength(MAX_ADDRESS_LENGTH)
  to: string;

  /** Kind of `to` in a chat. Default: `webhook` when it is an address, `phone` for WhatsApp, else `channel`. */
  @Optional({ nullable: false })
  @IsIn(CHAT_KINDS)
  @ApiPropertyOptional({ enum: CHAT_KINDS })
  kind?: (typeof CHAT_KINDS)[number];

  /**
   * Of a chat: the channel connection whose token the message is sent with, where the workspace asks for one.
   * @example connection-4f2a
   */
  @Optional({ nullable: false })
  @IsString()
  @IsNotEmpty()
  @MaxLength(256)
  connectionIdentifier?: string;
}

/** Response of the provider to a test message. */
export class IntegrationTestDto {
  /** Whether it took the message. */
  success: boolean;

  /** How far it came: to signing in, which only some providers are asked for by itself, or to sending. */
  @ApiProperty({ enum: STAGES })
  stage: (typeof STAGES)[number];

  /** Where the message was sent: to the provider, or into the outbox, where it is shown. */
  @ApiProperty({ enum: DESTINATIONS })
  sentTo: (typeof DESTINATIONS)[number];

  /**
   * Id of the message at the provider; absent when it gives none, or has not accepted the message.
   * @example <6925a1f0c0ffee0123456789@example.com>
   */
  messageId?: string;

  /**
   * Why it failed, in the words of the provider, without the secrets of the account. Absent when it did not.
   * @example 535 5.7.8 Authentication failed
   */
  error?: string;

  /**
   * Status of the HTTP or SMTP response that said so; absent when there was none.
   * @example 535
   */
  statusCode?: number;

  /** There was no response in time: the message may have been sent all the same. Absent elsewhere. */
  mayHaveBeenSent?: boolean;

  /**
   * Milliseconds it took.
   * @example 412
   */
  durationMs: number;
}
