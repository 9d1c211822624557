import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Config } from '../platform/config/config.js';
import { NoticeChannel, type NoticeSubscriber, PubSub } from '../platform/queue/pub-sub.js';

/** API keys of an environment, secrets of its applications, or sessions of an account are no longer valid. */
interface CredentialsNotice {
  /** Id of the environment or account. */
  readonly ownerId: string;
}

export const WITHDRAWN_CREDENTIALS = new NoticeChannel<CredentialsNotice>('withdrawn-credentials');

/**
 * The caches of this process that hold credentials and their environments. All of them are cleared when credentials are
 * withdrawn anywhere: in this process immediately, in others when the notice arrives, and without a notice when the
 * entries expire.
 */
@Injectable()
export class CredentialCaches implements NoticeSubscriber<CredentialsNotice>, OnApplicationBootstrap {
  private readonly caches: (() => void)[] = [];

  constructor(
    private readonly pubSub: PubSub,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role !== 'worker') await this.pubSub.subscribe(WITHDRAWN_CREDENTIALS, this);
  }

  /** Registers a function that clears a cache, called whenever credentials are withdrawn. */
  add(clear: () => void): void {
    this.caches.push(clear);
  }

  /**
   * To be called when keys or secrets of an environment, or sessions or permissions of an account are no longer valid, or
   * it was deleted.
   */
  withdrawn(ownerId: Types.ObjectId): void {
    this.clear();
    this.pubSub.publish(WITHDRAWN_CREDENTIALS, { ownerId: ownerId.toHexString() });
  }

  onNotices(): void {
    this.clear();
  }

  onInterruption(): void {
    this.clear();
  }

  private clear(): void {
    for (const clear of this.caches) clear();
  }
}
