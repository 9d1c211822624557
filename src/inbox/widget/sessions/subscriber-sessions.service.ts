import { Injectable, UnauthorizedException } from '@nestjs/common';
import { EnvironmentLookup } from '../../../auth/environment-lookup.service.js';
import { SubscribersService } from '../../../subscribers/subscribers.service.js';
import { SessionTokens } from './session-tokens.service.js';
import type { SubscriberSession } from './subscriber-session.js';

/** Lets subscribers in by the token of their session. */
@Injectable()
export class SubscriberSessions {
  constructor(
    private readonly tokens: SessionTokens,
    private readonly environments: EnvironmentLookup,
    private readonly subscribers: SubscribersService,
  ) {}

  /**
   * The session of a token. Throws 401 for a token that is not valid, and for a valid one whose subscriber or
   * environment is gone. A subscriber who was made anew under the same id is somebody else.
   */
  async resume(token: string): Promise<SubscriberSession> {
    const { environment, subscriberInternalId, contextKeys } = await this.tokens.verify(token);
    const [stillThere, found] = await Promise.all([
      this.environments.find(environment.id),
      this.subscribers.findByIds(environment, [subscriberInternalId]),
    ]);
    const subscriber = found.get(subscriberInternalId.toHexString());
    if (!stillThere || !subscriber) throw new UnauthorizedException('The subscriber of this session is gone');
    return { environment, subscriber, contextKeys };
  }
}
