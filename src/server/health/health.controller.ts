import { Controller, Get, HttpStatus, Module, type OnModuleDestroy } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { ApiTags } from '@nestjs/swagger';
import type { Connection } from 'mongoose';
import { Public } from '../../auth/access.guard.js';
import { DeliveryModule } from '../../delivery/delivery.module.js';
import { DeliveryWorker } from '../../delivery/dispatch/delivery.worker.js';
import { Clock } from '../../platform/clock.js';
import { Config } from '../../platform/config/config.js';
import { BareResponseException } from '../../platform/errors/exceptions.js';
import { Bare } from '../../platform/http/decorators.js';
import { AnyQuery } from '../../platform/http/query.js';
import { Logger, OnceLogger } from '../../platform/logging/logger.js';
import { VERSION } from '../../platform/package-root.js';
import { type Outage, outageOf } from '../../platform/persistence/outage.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { withTimeout } from '../../platform/deadline.js';
import { HealthDto, type HealthPartDto, type HealthPartsDto, type ReadinessDto } from './health.dto.js';
import { StoreProbe } from './store-probe.js';

const RESPONSE_MS = 2000;

/** Why a part is down, as it ends a sentence about it. */
const REASONS: Readonly<Record<Outage, string>> = {
  unreachable: 'does not respond',
  conflict: 'gave up a write because of a concurrent one',
  full: 'takes no writes, because its disk is full',
  descriptors: 'cannot be reached, because the server has too much open at once',
};

const PATH = 'health';

@ApiTags('Health')
@AnyQuery()
@Public()
@Bare()
@Controller(PATH)
export class HealthController implements OnModuleDestroy {
  /** Since when each has been found down. */
  private readonly downSince = new Map<'store' | 'queue', Date>();
  private readonly store: StoreProbe;
  private readonly outages: Record<'store' | 'queue', OnceLogger>;
  private stopping = false;

  constructor(
    @InjectConnection() connection: Connection,
    private readonly queue: JobQueue,
    private readonly worker: DeliveryWorker,
    private readonly config: Config,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    this.store = new StoreProbe(connection, config);
    this.outages = {
      store: new OnceLogger(logger, 'The store does not respond; this process is not ready'),
      queue: new OnceLogger(logger, 'The queue does not respond; this process is not ready'),
    };
  }

  /** The first thing that is called when the process is to end. */
  onModuleDestroy(): void {
    this.stopping = true;
  }

  /**
   * Is the process alive?
   *
   * Depends on nothing else: restart the process when this fails.
   */
  @Get('live')
  live(): HealthDto {
    return { status: 'ok' };
  }

  /**
   * Can the process do its work?
   *
   * Store and queue have responded, each within two seconds, and the store has accepted a write in the last few. 503
   * otherwise, and while the process is stopping, with the same `version` and `parts`; the part that is down says since
   * when, and why. Send no traffic until it is back.
   */
  @Get('ready')
  async ready(): Promise<ReadinessDto> {
    const [store, queue] = await Promise.all([
      this.look('store', this.config.mongodbUri ? 'mongodb' : 'embedded', () => this.store.check()),
      this.look('queue', this.config.redisUrl ? 'redis' : 'embedded', () => this.queue.ping()),
    ]);
    const worker: HealthPartDto =
      this.config.role === 'api'
        ? { status: 'off' }
        : { status: this.stopping ? 'down' : 'up', jobs: this.worker.jobs };
    const parts = { store, queue, worker };
    const problem = this.problem(parts);
    if (problem !== undefined) throw this.notReady(problem, parts);
    return { status: 'ok', version: VERSION, parts };
  }

  private problem({ store, queue }: HealthPartsDto): string | undefined {
    if (this.stopping) return 'The process is stopping';
    return store.reason ?? queue.reason;
  }

  private async look(
    part: 'store' | 'queue',
    kind: HealthPartDto['kind'],
    ping: () => Promise<void>,
  ): Promise<HealthPartDto> {
    try {
      await withTimeout(RESPONSE_MS, ping());
      this.downSince.delete(part);
      this.outages[part].worked();
      return { status: 'up', kind };
    } catch (error) {
      const since = this.downSince.get(part) ?? this.clock.now();
      this.downSince.set(part, since);
      this.outages[part].failed(error);
      const reason = `The ${part} ${REASONS[outageOf(error) ?? 'unreachable']}`;
      return { status: 'down', kind, since: since.toISOString(), reason };
    }
  }

  /** An error body with the fields of a success. It is requested every few seconds, and so not logged each time. */
  private notReady(message: string, parts: HealthPartsDto): BareResponseException {
    const statusCode = HttpStatus.SERVICE_UNAVAILABLE;
    const [timestamp, path] = [this.clock.now().toISOString(), `/${PATH}/ready`];
    const body = { statusCode, timestamp, path, message, error: 'Service Unavailable', version: VERSION, parts };
    return new BareResponseException(body, statusCode);
  }
}

@Module({ imports: [DeliveryModule], controllers: [HealthController] })
export class HealthModule {}
