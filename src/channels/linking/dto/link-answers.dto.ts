/** Where to send somebody. */
export class OAuthUrlDto {
  /**
   * The address at the provider. It works once and for five minutes.
   * @example https://slack.com/oauth/v2/authorize?client_id=…
   */
  url: string;
}

/** What a link leads to. */
export class LinkMetadataDto {
  /**
   * The provider.
   * @example telegram
   */
  providerId: string;

  /** When the link stops working, ISO 8601 in UTC; five minutes from now where it is absent. */
  expiresAt?: string;

  /** The Telegram bot. */
  botUsername?: string;
}

/** Where to send a subscriber. */
export class LinkEndpointAnswerDto {
  /**
   * The address at the provider. It works once and for five minutes.
   * @example https://t.me/acme_bot?start=…
   */
  url: string;

  /** About the link. */
  providerMetadata: LinkMetadataDto;
}

/** A link for a telephone. */
export class MobileLinkAnswerDto {
  /** What the link carries; it works once. */
  token: string;

  /**
   * The address to open, as it is or as a QR code.
   * @example https://t.me/acme_bot?start=…
   */
  url: string;

  /** When it stops working, ISO 8601 in UTC. */
  expiresAt: string;
}

/** How a bot was configured. */
export class ConfiguredBotDto {
  /** Where Telegram posts messages to the bot. */
  webhookUrl: string;

  /** When it was told to, ISO 8601 in UTC. */
  configuredAt: string;

  /** The bot. */
  botUsername: string;
}
