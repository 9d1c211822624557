import { ApiProperty } from '@nestjs/swagger';

/** The person whose inbox the demo shows. */
export class InboxDemoSubscriberDto {
  /**
   * The caller's own id of the subscriber.
   * @example ada
   */
  subscriberId: string;

  /**
   * First name.
   * @example Ada
   */
  firstName: string;
}

/** What the inbox demo needs. */
export class InboxDemoDto {
  /**
   * For the inbox widget, in place of the identifier of the environment: it opens the inbox of this subscriber alone.
   * @example one.WyI2OTI1YTFmMCIsImFkYSJd.c2lnbmF0dXJl
   */
  applicationIdentifier: string;

  /** Whose inbox it is. */
  subscriber: InboxDemoSubscriberDto;

  /**
   * The workflow that the sample triggers; it is created when it is first sent.
   * @example inbox-demo
   */
  workflowId: string;
}

/** The inbox demo in an environment of a person who has signed in. */
export class OpenedInboxDemoDto extends InboxDemoDto {
  /**
   * The recipient of the sample trigger, as `POST /v1/events/trigger` takes it; with addresses where an outbox keeps what is
   * sent to them.
   */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { subscriberId: 'ada' } })
  to: object;

  /**
   * When the inbox closes, ISO 8601 in UTC.
   * @example 2026-02-03T05:05:06.789Z
   */
  expiresAt: string;
}
