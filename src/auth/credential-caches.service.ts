import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Config } from '../platform/config/config.js';
import { NoticeChannel, type NoticeSubscriber, PubSub } from '../platform/queue/pub-sub/pub-sub.js';

/** API keys of an environment, or secrets of its applications, work no longer. */
interface CredentialsNotice {
  readonly environmentId: string;
}

export const WITHDRAWN_CREDENTIALS = new NoticeChannel<CredentialsNotice>('withdrawn-credentials');

/**
 * What this process remembers of credentials and of the environments behind them. It is all forgotten when credentials are
 * withdrawn anywhere: here at once, in other processes as soon as the notice arrives, and where that fails when the times of
 * the caches are over.
 */
@Injectable()
export class CredentialCaches implements NoticeSubscriber<CredentialsNotice>, OnApplicationBootstrap {
  private readonly forgetting: (() => void)[] = [];

  constructor(
    private readonly pubSub: PubSub,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role !== 'worker') await this.pubSub.subscribe(WITHDRAWN_CREDENTIALS, this);
  }

  /** From now on `forget` is called whenever credentials are withdrawn. */
  add(forget: () => void): void {
    this.forgetting.push(forget);
  }

  /** To be called when keys or secrets of an environment work no longer, or it is gone itself. */
  withdrawn(environmentId: Types.ObjectId): void {
    this.forget();
    this.pubSub.publish(WITHDRAWN_CREDENTIALS, { environmentId: environmentId.toHexString() });
  }

  onNotices(): void {
    this.forget();
  }

  onInterruption(): void {
    this.forget();
  }

  private forget(): void {
    for (const forget of this.forgetting) forget();
  }
}
