import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/access.guard.js';
import { assertMayIssue, endFor } from '../../../auth/credentials.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import type { Permission } from '../../../auth/permissions.js';
import { Clock, later } from '../../../platform/clock.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { BoundIdentifiers } from './bound-identifiers.service.js';
import type { InboxPreviewDto } from './sessions.dto.js';

/** One hour. A longer preview needs a new request. */
const PREVIEW_MS = 3_600_000;

/** What a session of a widget can do: read and change notifications, the profile and its preferences. */
const OPENS: readonly Permission[] = [
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
    assertMayIssue(environment, { what: 'A preview', permissions: OPENS, until: expiresAt });
    return {
      applicationIdentifier: this.identifiers.issue(environment.id, subscriberId, expiresAt),
      expiresAt: expiresAt.toISOString(),
    };
  }
}
