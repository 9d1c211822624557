import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Logger } from '../logging/logger.js';
import { BullmqJobQueue } from './bullmq-job-queue.js';
import { JobQueue } from './job-queue.js';
import type { QueueConnection } from './queue-connection.js';

@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(@Inject(JobQueue) private readonly queue: JobQueue) {}

  static forRoot(connection: QueueConnection): DynamicModule {
    return {
      module: QueueModule,
      providers: [
        {
          provide: JobQueue,
          useFactory: (config: Config, logger: Logger) =>
            new BullmqJobQueue(connection, `${config.queuePrefix}-jobs`, logger),
          inject: [Config, Logger],
        },
      ],
      exports: [JobQueue],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queue.close();
  }
}
