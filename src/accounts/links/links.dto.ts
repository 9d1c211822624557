import { dto } from '../../platform/http/dto.js';
import type { IssuedLink } from './one-time-links.js';

/** Whether a link was sent by email. */
export class LinkEmailDto {
  /** Whether a provider has accepted the email. */
  sent: boolean;

  /**
   * Why not; missing when it was sent.
   * @example There is no active primary email integration in the environment 'Development'
   */
  reason?: string;

  /**
   * The mail server or the integration that has accepted it; missing when it was not sent.
   * @example smtp.example.com (LINK_MAIL_URL)
   */
  through?: string;
}

/** A link that works once. Only this response shows it. */
export class IssuedLinkDto {
  /**
   * The link. Hand it to the person who is to use it.
   * @example https://notify.example.com/console/accept#token=5Zq1w3…
   */
  link: string;

  /**
   * When the link ends, ISO 8601 in UTC.
   * @example 2026-02-10T04:05:06.789Z
   */
  expiresAt: string;

  /** Whether it was also sent by email. */
  email: LinkEmailDto;
}

export function toIssuedLinkDto({ link, url }: IssuedLink, email: LinkEmailDto): IssuedLinkDto {
  return dto<IssuedLinkDto>({ link: url, expiresAt: link.expiresAt, email });
}
