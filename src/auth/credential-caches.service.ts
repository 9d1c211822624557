import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Config } from '../platform/config/config.js';
import { Hook } from '../platform/hook.js';
import { NoticeChannel, type NoticeSubscriber, PubSub } from '../platform/queue/pub-sub.js';

/** API keys of an environment, secrets of its applications, or sessions of an account are no longer valid. */
interface CredentialsNotice {
  /** Id of the environment or account. */
  readonly ownerId: string;
}

export const WITHDRAWN_CREDENTIALS = new NoticeChannel<CredentialsNotice>('withdrawn-credentials');

/**
 * The caches of this process that hold credentials and their environments. When credentials are withdrawn anywhere,
 * each listener clears one cache: in this process immediately, in others when the notice arrives. Without a notice the
 * entries expire.
 */
@Injectable()
export class CredentialCaches extends Hook implements NoticeSubscriber<CredentialsNotice>, OnApplicationBootstrap {
  constructor(
    private readonly pubSub: PubSub,
    private readonly config: Config,
  ) {
    super();
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role !== 'worker') await this.pubSub.subscribe(WITHDRAWN_CREDENTIALS, this);
  }

  /**
   * Call this when keys or secrets of an environment, or sessions or permissions of an account are no longer valid, or
   * it was deleted.
   */
  withdrawn(ownerId: Types.ObjectId): void {
    this.notify();
    this.pubSub.publish(WITHDRAWN_CREDENTIALS, { ownerId: ownerId.toHexString() });
  }

  onNotices(): void {
    this.notify();
  }

  onInterruption(): void {
    this.notify();
  }
}
