import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access, Public } from '../../../auth/access.guard.js';
import { type InboxPreviewDto, OpenSessionDto, type SessionDto } from './sessions.dto.js';
import { SessionOpening } from './session-opening.service.js';
import { assertMayIssue, endFor } from '../../../auth/credentials.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import type { Permission } from '../../../auth/permissions.js';
import { Clock, later } from '../../../platform/clock.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { BoundIdentifiers } from './bound-identifiers.service.js';

@ApiTags('Inbox widget')
@Controller('v1/inbox/session')
export class SessionsController {
  constructor(private readonly opening: SessionOpening) {}

  /**
   * Open an inbox session
   *
   * Returns the token for all other calls of the widget. The subscriber is created when unknown. Environments of
   * type `prod` ask for `subscriberHash`, and with a context for `contextHash`; the credential `hmac` of the in-app
   * integration switches that on and off in any environment. Of the subscriber the names, picture, language and time zone
   * are stored. Email, phone and data are ignored, because any client could have sent them, unless `subscriber.profileHash`
   * proves them. Sessions without proof may create `WIDGET_CREATIONS_PER_HOUR` subscribers and
   * contexts in an hour; then it is 429 with `Retry-After`.
   */
  @Post()
  @Public()
  open(@Body() request: OpenSessionDto): Promise<SessionDto> {
    return this.opening.open(request);
  }
}

/** One hour. A longer preview needs a new request. */
const PREVIEW_MS = 3_600_000;

/** What a session of a widget can do: read and change notifications, the profile and its preferences. */
export const PREVIEW_OPENS: readonly Permission[] = [
  'subscribers:read',
  'subscribers:write',
  'notifications:read',
  'notifications:write',
];

@ApiTags('Subscribers')
@Access('subscribers')
@Controller('v2/subscribers/:subscriberId/inbox-preview')
export class InboxPreviewController {
  constructor(
    private readonly subscribers: SubscribersService,
    private readonly identifiers: BoundIdentifiers,
    private readonly clock: Clock,
  ) {}

  /**
   * Preview the inbox of a subscriber
   *
   * Lets an inbox widget show the inbox as the subscriber sees it, for an hour. What is done in the widget counts as done by
   * the subscriber: what is read there is read. So this needs the permissions to read and write subscribers and
   * notifications; 403 without one of them. A key that ends ends the preview. What needs a proof of the subscriber is closed.
   */
  @Post()
  async create(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('subscriberId') subscriberId: string,
  ): Promise<InboxPreviewDto> {
    await this.subscribers.findOrFail(environment, subscriberId);
    const expiresAt = endFor(environment, later(this.clock.now(), PREVIEW_MS));
    assertMayIssue(environment, { what: 'A preview', permissions: PREVIEW_OPENS, until: expiresAt });
    return {
      applicationIdentifier: this.identifiers.issue(environment.id, subscriberId, expiresAt),
      expiresAt: expiresAt.toISOString(),
    };
  }
}
