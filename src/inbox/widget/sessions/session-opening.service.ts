import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { ContextsService } from '../../../contexts/contexts.service.js';
import { contextKeys, parseContext, type TriggerContext } from '../../../contexts/trigger-context.js';
import { EnvironmentsService } from '../../../environments/environments.service.js';
import { IntegrationsService } from '../../../integrations/integrations.service.js';
import { type InboxOwner, InboxService } from '../../../notifications/inbox/inbox.service.js';
import { Clock } from '../../../platform/clock.js';
import { Config } from '../../../platform/config/config.js';
import { HourlyLimit } from '../../../platform/rate-limits/hourly-limit.js';
import { toSchedule } from '../../../preferences/preference-requests.dto.js';
import { SubscriberPreferencesService } from '../../../preferences/subscriber-preferences.service.js';
import type { SubscriberProfile } from '../../../subscribers/profiles/subscriber-profile.js';
import type { Subscriber } from '../../../subscribers/subscriber.schema.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { SEVERITIES, type Severity } from '../../../workflows/workflow.schema.js';
import { BoundIdentifiers } from './bound-identifiers.service.js';
import { SessionTokens } from './session-tokens.service.js';
import { harmlessFields, readSessionProfile } from './session-profile.js';
import { type Proven, SessionProofs } from './session-proof.service.js';
import type { OpenSessionDto, SessionDto, UnreadCountDto } from './sessions.dto.js';

/**
 * Limits what sessions without proof may create (behaviour C10): otherwise anyone who can reach the service could fill the
 * store. Each process counts for itself.
 */
@Injectable()
export class CreationLimit {
  private readonly limit = new HourlyLimit(
    this.clock,
    this.config.widgetCreationsPerHour,
    `Sessions without proof have created ${this.config.widgetCreationsPerHour} subscribers and contexts in this ` +
      'environment within the hour. Sessions of known ones are opened as before. Have your server create the ' +
      'subscriber (POST /v2/subscribers), send subscriberHash and contextHash, or raise WIDGET_CREATIONS_PER_HOUR.',
  );

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Counts what is about to be created; throws 429 when that exceeds the limit of the environment. */
  take({ id }: Pick<EnvironmentRef, 'id'>, count: number): Promise<void> {
    return this.limit.take(id.toHexString(), count);
  }
}

/** Opens the sessions of inbox widgets. */
@Injectable()
export class SessionOpening {
  constructor(
    private readonly environments: EnvironmentsService,
    private readonly integrations: IntegrationsService,
    private readonly proofs: SessionProofs,
    private readonly subscribers: SubscribersService,
    private readonly contexts: ContextsService,
    private readonly preferences: SubscriberPreferencesService,
    private readonly inbox: InboxService,
    private readonly tokens: SessionTokens,
    private readonly boundIdentifiers: BoundIdentifiers,
    private readonly limit: CreationLimit,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a session. Throws 400 for an unknown or ended application and a missing or wrong proof, 404 when the environment has
   * no active in-app integration or a preview's subscriber is deleted, 422 for invalid fields, 429 above the limit of what may be created without proof.
   */
  async open(request: OpenSessionDto): Promise<SessionDto> {
    const sent = readSessionProfile(request.subscriber ?? request.subscriberId);
    const context = parseContext(request.context, this.config);
    const schedule =
      request.defaultSchedule && toSchedule({ isEnabled: false, ...request.defaultSchedule }, 'defaultSchedule');

    const bound = this.boundIdentifiers.read(request.applicationIdentifier);
    if (bound && bound.subscriberId !== sent.profile.subscriberId) {
      throw new BadRequestException(`This applicationIdentifier opens the inbox of '${bound.subscriberId}' alone`);
    }
    if (bound?.expiresAt && bound.expiresAt <= this.clock.now()) {
      throw new BadRequestException('This applicationIdentifier has ended');
    }
    const environment = bound
      ? await this.environments.findById(bound.environmentId)
      : await this.environments.findByIdentifier(request.applicationIdentifier);
    if (!environment) {
      throw new BadRequestException(`No environment has the identifier '${request.applicationIdentifier}'`);
    }
    const ref = { id: environment._id, organizationId: environment.organizationId };
    // A preview does not create its subscriber again when that was deleted since.
    if (bound?.expiresAt) await this.subscribers.findOrFail(ref, bound.subscriberId);
    const inApp = await this.integrations.findActiveInApp(ref);
    if (!inApp) throw new NotFoundException('The environment has no active in-app integration');
    const { subscriberHash, context: proposed, contextHash } = request;
    const proof = { subscriberHash, context: proposed, contextHash, isBound: bound !== undefined };
    const proven = this.proofs.check(environment, inApp, sent, proof);

    const subscriber = await this.storeSubscriber(ref, sent.profile, proven);
    if (context) await this.createContexts(ref, context, proven);
    const keys = contextKeys(context);
    if (schedule) await this.preferences.offerSchedule(ref, subscriber, keys, schedule);
    const unreadCount = await this.countUnread(ref, { subscriberId: subscriber.subscriberId, contextKeys: keys });
    // A preview shows what the subscriber sees: the application has proven nothing.
    const isProven = !bound?.expiresAt && (proven.subscriber || proven.profile);
    const owner = {
      environmentId: ref.id,
      organizationId: ref.organizationId,
      subscriber,
      contextKeys: keys,
      isProven,
    };
    return {
      token: await this.tokens.issue(owner, bound?.expiresAt),
      unreadCount,
      totalUnreadCount: unreadCount.total,
      removeNovuBranding: true,
      isDevelopmentMode: environment.type === 'dev',
      maxSnoozeDurationHours: this.config.snoozeMaxDays * 24,
      contextKeys: keys,
    };
  }

  /** Unread notifications by severity, among the newest 2,000 of them. */
  private async countUnread(environment: EnvironmentRef, owner: InboxOwner): Promise<UnreadCountDto> {
    const filters = SEVERITIES.map((severity) => ({ read: false, severity: [severity] }));
    const counts = await this.inbox.count(environment, owner, filters);
    const severity = Object.fromEntries(SEVERITIES.map((name, index) => [name, counts[index]?.count ?? 0]));
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    return { total, severity: severity as Record<Severity, number> };
  }

  /** Creates an unknown subscriber, or changes a known one; fields that need a proof only with the proof. */
  private async storeSubscriber(
    environment: EnvironmentRef,
    profile: SubscriberProfile,
    proven: Proven,
  ): Promise<Subscriber> {
    const fields = proven.profile ? profile : harmlessFields(profile);
    if (!proven.subscriber && !proven.profile) {
      const known = await this.subscribers.findIds(environment, [profile.subscriberId]);
      if (known.length === 0) await this.limit.take(environment, 1);
    }
    const stored = (await this.subscribers.findOrCreateMany(environment, [fields])).get(profile.subscriberId);
    if (!stored) throw new Error('A stored subscriber is missing');
    return stored;
  }

  /** Creates unknown contexts; with their data only if it is proven. */
  private createContexts(environment: EnvironmentRef, context: TriggerContext, proven: Proven): Promise<void> {
    if (proven.context) return this.contexts.createMissing(environment, context);
    const bare = Object.fromEntries(Object.entries(context).map(([type, { id }]) => [type, { id }]));
    return this.contexts.createMissing(environment, bare, (count) => this.limit.take(environment, count));
  }
}
