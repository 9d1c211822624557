import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CHANNELS, type Channel } from '#libs/channels.js';
import { dto } from '../../platform/http/dto.js';
import { CursorPageDto } from '../../platform/paging/paging.dto.js';
import {
  type Consent,
  CONSENT_CHOICES,
  CONSENT_SOURCES,
  type ConsentChoice,
  type ConsentSource,
} from './consent.schema.js';

/** From where a choice came. */
export class ConsentOriginDto {
  /**
   * A link for one click in a message, the page behind it, the preference page, the inbox widget, the API, the console, a
   * keyword in an SMS, or a report of a provider.
   * @example preferences_page
   */
  @ApiProperty({ enum: CONSENT_SOURCES })
  source: ConsentSource;

  /** Address of the browser. */
  ip?: string;

  /** What the browser says it is. */
  userAgent?: string;

  /**
   * The words on which the choice was made: the label on the page, or the text of the SMS.
   * @example Email: Product news
   */
  wording?: string;

  /**
   * The language of the words.
   * @example en
   */
  language?: string;

  /**
   * Name of the API key, or email address of the person in the console.
   * @example Shop backend
   */
  by?: string;
}

/** A choice of a subscriber, as it was made then. */
export class ConsentDto {
  /**
   * Internal id.
   * @example 6925a1f0c0ffee0123456789
   */
  id: string;

  /**
   * When it was made, ISO 8601 in UTC.
   * @example 2026-03-01T12:00:00.000Z
   */
  at: string;

  /** What was chosen. Quiet hours and addresses are changes that neither opt in nor out. */
  @ApiProperty({ enum: CONSENT_CHOICES })
  choice: ConsentChoice;

  /** The channels it is about; absent for all. */
  @ApiPropertyOptional({ enum: CHANNELS, isArray: true })
  channels?: Channel[];

  /**
   * The workflow it is about. A choice without a workflow, a category and a topic is about everything.
   * @example weekly-news
   */
  workflowId?: string;

  /**
   * The category it is about.
   * @example product news
   */
  category?: string;

  /**
   * The topic that the person has subscribed to, or has left.
   * @example orders
   */
  topicKey?: string;

  /**
   * The contexts it is about, each `type:id`; absent for none.
   * @example ["tenant:acme"]
   */
  contextKeys?: string[];

  /** The address it is about. */
  address?: string;

  /** Until when a pause lasts, ISO 8601 in UTC. */
  until?: string;

  /** From where it came. */
  origin: ConsentOriginDto;
}

/** A page of the choices of a subscriber, the latest first. */
export class ConsentPageDto extends CursorPageDto {
  /** The choices. */
  data: ConsentDto[];
}

export function toConsentDto(consent: Consent): ConsentDto {
  const { _id, at, choice, channels, workflowId, category, topicKey, contextKeys, address, until, origin } = consent;
  return dto<ConsentDto>({
    id: _id,
    at,
    choice,
    ...(channels && { channels }),
    ...(workflowId !== undefined && { workflowId }),
    ...(category !== undefined && { category }),
    ...(topicKey !== undefined && { topicKey }),
    ...(contextKeys && contextKeys.length > 0 && { contextKeys }),
    ...(address !== undefined && { address }),
    ...(until && { until }),
    origin,
  });
}
