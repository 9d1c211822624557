import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Provider } from '#libs/providers/kit/provider.js';
import type { Account } from '#libs/providers/kit/account.js';
import { findAdapter } from '#libs/providers/providers.js';
import { Clock } from '../../platform/clock.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { openCredentials } from '../../integrations/credentials.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { CircuitBreaker } from './circuit-breaker.js';

/** Integrations whose accounts are kept open; the least recently used is removed first. */
const MAX_ACCOUNTS = 1000;

/** An integration with everything needed to send with it. */
export interface ProviderAccount {
  provider: Provider;
  account: Account;
  breaker: CircuitBreaker;
}

/** Caches the decrypted credentials and the circuit breaker of each integration, until the integration changes. */
@Injectable()
export class ProviderAccounts implements OnApplicationShutdown {
  private readonly opened = new Map<string, ProviderAccount & { updatedAt: number }>();

  constructor(
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** Returns undefined when there is no adapter for the integration's provider. */
  find(integration: Integration): ProviderAccount | undefined {
    const id = integration._id.toHexString();
    const known = this.opened.get(id);
    const updatedAt = integration.updatedAt.getTime();
    this.opened.delete(id);
    const current = known?.updatedAt === updatedAt ? known : this.open(integration, updatedAt);
    if (known && known !== current) known.provider.forget?.(known.account);
    if (!current) return undefined;
    this.opened.set(id, current);
    if (this.opened.size > MAX_ACCOUNTS) this.forgetOldest();
    return current;
  }

  /** Returns the providers of the integrations that are not called for now, one entry for each integration. */
  openBreakers(): (Pick<Provider, 'channel' | 'id'> & { isRefusing: boolean })[] {
    return [...this.opened.values()].flatMap(({ breaker: { isOpen, isRefusing }, provider: { channel, id } }) =>
      isOpen ? [{ channel, id, isRefusing }] : [],
    );
  }

  onApplicationShutdown(): void {
    for (const { provider, account } of this.opened.values()) provider.forget?.(account);
    this.opened.clear();
  }

  private open(
    { _id, channel, providerId, credentials }: Integration,
    updatedAt: number,
  ): (ProviderAccount & { updatedAt: number }) | undefined {
    const provider = channel && findAdapter(channel, providerId);
    if (!provider) return undefined;
    const account = openCredentials(this.secretBox, _id, credentials);
    return { provider, account, breaker: new CircuitBreaker(() => this.clock.now()), updatedAt };
  }

  private forgetOldest(): void {
    const [oldest] = this.opened;
    if (!oldest) return;
    const [id, { provider, account }] = oldest;
    provider.forget?.(account);
    this.opened.delete(id);
  }
}
