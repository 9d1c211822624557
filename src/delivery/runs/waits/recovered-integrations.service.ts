import { Injectable } from '@nestjs/common';
import type { EnvironmentRef } from '../../../auth/environment-ref.js';
import { IntegrationHealth } from '../../../integrations/integration-health.service.js';
import { WaitEndings } from './wait-endings.service.js';

/** Tries messages that wait for another attempt, as soon as an integration accepts its account again (behaviour S11). */
@Injectable()
export class RecoveredIntegrations {
  private readonly stopping = new AbortController();

  constructor(
    health: IntegrationHealth,
    private readonly endings: WaitEndings,
  ) {
    health.recovered.add(({ environmentId: id, organizationId }) => this.release({ id, organizationId }));
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  /** All in the environment that wait so: the store does not know for which integration, and one more attempt does no harm. */
  private async release(environment: EnvironmentRef): Promise<void> {
    const { signal } = this.stopping;
    let after: string | undefined;
    do {
      const { next } = await this.endings.release(environment, { reason: 'send_retrying', after }, signal);
      after = next ?? undefined;
    } while (after !== undefined && !signal.aborted);
  }
}
