import { ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { ChannelInputDto } from '../../subscribers/credentials/dto/channel-input.dto.js';

// Texts that null leaves as they are.
const OptionalText = (example: string) => ApiPropertyOptional({ type: String, nullable: true, example });

/** A subscriber as a recipient: created when unknown, otherwise the fields sent are stored. */
export class SubscriberRecipientDto {
  /**
   * The caller's own id of the subscriber.
   * @example ada
   */
  subscriberId: string;

  /** First name. */
  @OptionalText('Ada')
  firstName?: string | null;

  /** Last name. */
  @OptionalText('Lovelace')
  lastName?: string | null;

  /** Email address. */
  @OptionalText('ada@example.com')
  email?: string | null;

  /** Phone number. */
  @OptionalText('+4930123456')
  phone?: string | null;

  /** Address of a picture. */
  @OptionalText('https://example.com/ada.png')
  avatar?: string | null;

  /** Language, with or without country. */
  @OptionalText('en_US')
  locale?: string | null;

  /** IANA time zone. */
  @OptionalText('Europe/Berlin')
  timezone?: string | null;

  /** Free-form values; replaced as a whole. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true, nullable: true })
  data?: Record<string, unknown> | null;

  /** Credentials at chat and push providers. They are added to those that are stored; device tokens each once. */
  @ApiPropertyOptional({ type: [ChannelInputDto], nullable: true })
  channels?: ChannelInputDto[] | null;
}

/** Everybody who has subscribed to a topic. */
export class TopicRecipientDto {
  /** Says that this recipient is a topic. */
  type: 'Topic';

  /**
   * Key of the topic.
   * @example orders
   */
  topicKey: string;

  /** Subscribers to leave out this time. */
  @ApiPropertyOptional({ type: [String] })
  exclude?: string[];
}

const SUBSCRIBER = [{ type: 'string' }, { $ref: getSchemaPath(SubscriberRecipientDto) }];
const RECIPIENT = [...SUBSCRIBER, { $ref: getSchemaPath(TopicRecipientDto) }];

/** A subscriber by id or as an object, for the OpenAPI document. */
export const subscriberSchema = { oneOf: SUBSCRIBER };

/** One recipient or several, for the OpenAPI document. */
export const recipientsSchema = {
  oneOf: [...RECIPIENT, { type: 'array', items: { oneOf: RECIPIENT }, minItems: 1, maxItems: 100 }],
};
