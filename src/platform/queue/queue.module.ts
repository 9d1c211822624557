import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { Announcements } from './announcements/announcements.js';
import { LocalAnnouncements } from './announcements/local-announcements.js';
import { RedisAnnouncements } from './announcements/redis-announcements.js';
import { BullmqJobQueue } from './bullmq-job-queue.js';
import { JobQueue } from './job-queue.js';
import type { QueueConnection } from './queue-connection.js';

@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(
    @Inject(JobQueue) private readonly queue: JobQueue,
    @Inject(Announcements) private readonly announcements: Announcements,
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
          provide: Announcements,
          // The embedded queue belongs to one process, so that there is nobody else to tell.
          useFactory: ({ queuePrefix }: Config, logger: Logger) =>
            connection.kind === 'redis'
              ? new RedisAnnouncements(connection.uri, `${queuePrefix}-live`, logger)
              : new LocalAnnouncements(),
          inject: [Config, Logger],
        },
      ],
      exports: [Announcements, JobQueue],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.queue.close(), this.announcements.close()]);
  }
}
