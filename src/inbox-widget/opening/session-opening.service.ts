import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { Config } from '../../config/config.js';
import { ContextsService } from '../../contexts/contexts.service.js';
import type { EnvironmentRef } from '../../environments/environment-ref.js';
import { EnvironmentsService } from '../../environments/environments.service.js';
import { readSubscriberProfile } from '../../events/read-profile.js';
import { contextKeys, parseContext } from '../../events/trigger-context.js';
import { InAppIntegrationService } from '../../integrations/in-app-integration.service.js';
import type { InboxOwner } from '../../notifications/inbox/inbox-access.service.js';
import { InboxService } from '../../notifications/inbox/inbox.service.js';
import { toSchedule } from '../../preferences/dto/schedule.dto.js';
import { SubscriberPreferencesService } from '../../preferences/subscriber-preferences.service.js';
import type { SubscriberProfile } from '../../subscribers/subscriber-profile.js';
import type { Subscriber } from '../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../subscribers/subscribers.service.js';
import { SEVERITIES, type Severity } from '../../workflows/severity.js';
import { SessionTokens } from '../sessions/session-tokens.service.js';
import type { OpenSessionDto } from './dto/open-session.dto.js';
import type { SessionDto, UnreadCountDto } from './dto/session.dto.js';
import { SessionProofs } from './session-proof.service.js';
import { harmlessFields } from './session-subscriber.js';

/** Opens the sessions of inbox widgets. */
@Injectable()
export class SessionOpening {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly inApp: InAppIntegrationService,
    private readonly proofs: SessionProofs,
    private readonly subscribers: SubscribersService,
    private readonly contexts: ContextsService,
    private readonly preferences: SubscriberPreferencesService,
    private readonly inbox: InboxService,
    private readonly tokens: SessionTokens,
    private readonly config: Config,
  ) {}

  /**
   * Opens a session. Throws 400 for an unknown application and a missing or wrong proof, 404 when the environment has
   * no active in-app integration, 422 for fields that break a rule.
   */
  async open(request: OpenSessionDto): Promise<SessionDto> {
    const { channels: _channels, ...profile } = readSubscriberProfile(
      request.subscriber ?? request.subscriberId,
      'subscriber',
    );
    const context = parseContext(request.context, this.config);
    const schedule =
      request.defaultSchedule && toSchedule({ isEnabled: false, ...request.defaultSchedule }, 'defaultSchedule');

    const environment = await this.environments.findByIdentifier(request.applicationIdentifier);
    if (!environment) {
      throw new BadRequestException(`No environment has the identifier '${request.applicationIdentifier}'`);
    }
    const ref = { id: environment._id, organizationId: environment.organizationId };
    const inApp = await this.inApp.findActive(ref);
    if (!inApp) throw new NotFoundException('The environment has no active in-app integration');
    const isProven = this.proofs.check(environment, inApp, profile.subscriberId, request);

    const subscriber = await this.settleSubscriber(ref, profile, isProven);
    if (context) await this.contexts.createMissing(ref, context);
    const keys = contextKeys(context);
    if (schedule) await this.preferences.offerSchedule(ref, subscriber, keys, schedule);
    const unreadCount = await this.countUnread(ref, { subscriberId: subscriber.subscriberId, contextKeys: keys });
    const owner = { environmentId: ref.id, organizationId: ref.organizationId, subscriber, contextKeys: keys };
    return {
      token: await this.tokens.issue(owner),
      unreadCount,
      totalUnreadCount: unreadCount.total,
      removeNovuBranding: true,
      isDevelopmentMode: environment.type === 'dev',
      maxSnoozeDurationHours: this.config.snoozeMaxDays * 24,
      contextKeys: keys,
    };
  }

  /** By severity; each of the counts is exact up to `INBOX_COUNT_CAP`. */
  private async countUnread(environment: EnvironmentRef, owner: InboxOwner): Promise<UnreadCountDto> {
    const filters = SEVERITIES.map((severity) => ({ read: false, severity: [severity] }));
    const counts = await this.inbox.count(environment, owner, filters);
    const severity = Object.fromEntries(SEVERITIES.map((name, index) => [name, counts[index]?.count ?? 0]));
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    return { total, severity: severity as Record<Severity, number> };
  }

  /** An unknown subscriber is created with what is sent; a known one is changed as far as the proof goes. */
  private async settleSubscriber(
    environment: EnvironmentRef,
    profile: SubscriberProfile,
    isProven: boolean,
  ): Promise<Subscriber> {
    if (!isProven) await this.subscribers.createMissing(environment, profile);
    const fields = isProven ? profile : harmlessFields(profile);
    const settled = (await this.subscribers.findOrCreateMany(environment, [fields])).get(profile.subscriberId);
    if (!settled) throw new Error('A stored subscriber is missing');
    return settled;
  }
}
