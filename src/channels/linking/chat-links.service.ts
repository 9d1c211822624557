import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Types } from 'mongoose';
import type { ChannelOwner } from '../owners/channel-owner.js';
import { Clock, later } from '../../platform/clock.js';
import { endFor } from '../../auth/credentials.js';
import { EnvironmentLookup } from '../../auth/environment-lookup.service.js';
import type { EnvironmentRef } from '../../auth/environment-ref.js';
import { Integration } from '../../integrations/integration.schema.js';
import { Subscriber } from '../../subscribers/subscriber.schema.js';
import { ChatLink, type LinkPurpose } from './chat-link.schema.js';

/** Minutes until a user must have returned from the provider. */
const LINK_MINUTES = 5;
const MS_PER_MINUTE = 60_000;

/** 43 characters of letters, digits, `-` and `_`: Telegram accepts up to 64. */
const TOKEN_BYTES = 32;

/** Purpose of the link, for its owner. */
type LinkDetails = Pick<ChatLink, 'connectionIdentifier' | 'connectionMode' | 'linksUser'>;

/** A new link. */
export interface IssuedLink {
  token: string;
  expiresAt: Date;
}

/** A link that a user has returned with, and its owner. */
export interface TakenLink {
  link: ChatLink;
  owner: ChannelOwner;
}

/** Links that work once and for {@link LINK_MINUTES} (collection `chatlinks`). */
@Injectable()
export class ChatLinksService {
  constructor(
    @InjectModel(ChatLink.name) private readonly links: Model<ChatLink>,
    @InjectModel(Integration.name) private readonly integrations: Model<Integration>,
    @InjectModel(Subscriber.name) private readonly subscribers: Model<Subscriber>,
    private readonly environments: EnvironmentLookup,
    private readonly clock: Clock,
  ) {}

  /** Makes a link for an owner. That of a key which ends sooner ends with the key (KP8). */
  async issue(
    environment: Pick<EnvironmentRef, 'caller'>,
    purpose: LinkPurpose,
    { integration, subscriber, contextKeys }: ChannelOwner,
    details: LinkDetails = {},
  ): Promise<IssuedLink> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = endFor(environment, later(this.clock.now(), LINK_MINUTES * MS_PER_MINUTE));
    await this.links.create({
      _id: hashOf(token),
      environmentId: integration.environmentId,
      integrationId: integration._id,
      purpose,
      ...(subscriber && { subscriberId: subscriber._id }),
      contextKeys,
      ...details,
      expiresAt,
    });
    return { token, expiresAt };
  }

  /**
   * Takes the link with a token; it works only once. Returns undefined when there is none for one of these purposes,
   * when it has expired, or when the environment, the integration or the subscriber no longer exists. `integrationId`
   * is that of the integration it must belong to, if known.
   */
  async take(
    token: string,
    purposes: readonly LinkPurpose[],
    integrationId?: Types.ObjectId,
  ): Promise<TakenLink | undefined> {
    const link = await this.links
      .findOneAndDelete({
        _id: hashOf(token),
        purpose: { $in: [...purposes] },
        expiresAt: { $gt: this.clock.now() },
        ...(integrationId && { integrationId }),
      })
      .lean();
    if (!link) return undefined;
    const { environmentId, subscriberId, contextKeys } = link;
    const [environment, integration, subscriber] = await Promise.all([
      this.environments.find(environmentId),
      this.integrations.findOne({ _id: link.integrationId, environmentId }).lean(),
      subscriberId ? this.subscribers.findOne({ _id: subscriberId, environmentId }).lean() : undefined,
    ]);
    if (!environment || !integration || (subscriberId && !subscriber)) return undefined;
    return { link, owner: { integration, ...(subscriber && { subscriber }), contextKeys } };
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
