import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { PubSub } from './pub-sub/pub-sub.js';
import { LocalPubSub } from './pub-sub/local-pub-sub.js';
import { RedisPubSub } from './pub-sub/redis-pub-sub.js';
import { BullmqJobQueue } from './bullmq-job-queue.js';
import { JobQueue } from './job-queue.js';
import type { QueueConnection } from './queue-connection.js';

@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(
    @Inject(JobQueue) private readonly queue: JobQueue,
    @Inject(PubSub) private readonly pubSub: PubSub,
  ) {}

  static forRoot(connection: QueueConnection): DynamicModule {
    return {
      module: QueueModule,
      providers: [
        {
          provide: JobQueue,
          useFactory: (config: Config, logger: Logger) =>
            new BullmqJobQueue(connection, `${config.queuePrefix}-turns`, logger),
          inject: [Config, Logger],
        },
        {
          provide: PubSub,
          // The embedded queue belongs to one process, so that there is nobody else to tell.
          useFactory: ({ queuePrefix }: Config, logger: Logger) =>
            connection.kind === 'redis'
              ? new RedisPubSub(connection.uri, `${queuePrefix}-live`, logger)
              : new LocalPubSub(),
          inject: [Config, Logger],
        },
      ],
      exports: [PubSub, JobQueue],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.queue.close(), this.pubSub.close()]);
  }
}
