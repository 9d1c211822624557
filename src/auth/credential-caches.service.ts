import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Types } from 'mongoose';
import { Config } from '../platform/config/config.js';
import { Announcements, type InboxHearer, type InboxNotice } from '../platform/queue/announcements/announcements.js';

/**
 * What this process remembers of credentials and of the environments behind them. It is all forgotten when credentials are
 * withdrawn anywhere: here at once, in other processes as soon as they hear of it, and where that fails when the times of
 * the caches are over.
 */
@Injectable()
export class CredentialCaches implements InboxHearer, OnApplicationBootstrap {
  private readonly forgetting: (() => void)[] = [];

  constructor(
    private readonly announcements: Announcements,
    private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role !== 'worker') await this.announcements.listen(this);
  }

  /** From now on `forget` is called whenever credentials are withdrawn. */
  add(forget: () => void): void {
    this.forgetting.push(forget);
  }

  /** To be called when keys or secrets of an environment work no longer, or it is gone itself. */
  withdrawn(environmentId: Types.ObjectId): void {
    this.forget();
    this.announcements.announce({ environmentId: environmentId.toHexString(), credentials: 'withdrawn' });
  }

  hear(notices: readonly InboxNotice[]): void {
    if (notices.some(({ credentials }) => credentials === 'withdrawn')) this.forget();
  }

  missedSome(): void {
    this.forget();
  }

  private forget(): void {
    for (const forget of this.forgetting) forget();
  }
}
