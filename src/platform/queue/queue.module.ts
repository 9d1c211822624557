import { BullModule } from '@nestjs/bullmq';
import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/config.js';
import { DueTimes } from '../due-times.js';
import { Logger } from '../logging/logger.js';
import { bullClassesFor, type QueueConnection, queueOptionsOf } from './bull-classes.js';
import { JOB_OPTIONS, JobQueue, QUEUES } from './job-queue.js';
import { LocalPubSub, PubSub } from './pub-sub.js';
import { RedisPubSub } from './redis-pub-sub.js';

@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(@Inject(PubSub) private readonly pubSub: PubSub) {}

  static forRoot(connection: QueueConnection): DynamicModule {
    Object.assign(BullModule, bullClassesFor(connection));
    return {
      module: QueueModule,
      imports: [
        BullModule.forRootAsync({
          inject: [Config],
          useFactory: ({ queuePrefix }: Config) => ({
            prefix: queuePrefix,
            connection: queueOptionsOf(connection),
            defaultJobOptions: JOB_OPTIONS,
            // Nothing reads BullMQ's event stream, so little of it is kept.
            streams: { events: { maxLen: 100 } },
          }),
          // Workers begin when the application is complete, and not in processes of the role `api`.
          extraOptions: { manualRegistration: true },
        }),
        BullModule.registerQueue(...Object.values(QUEUES).map((name) => ({ name }))),
      ],
      providers: [
        JobQueue,
        DueTimes,
        {
          provide: PubSub,
          // Only one process uses the embedded queue, so there are no others to notify.
          useFactory: ({ queuePrefix }: Config, logger: Logger) =>
            connection.kind === 'redis' ? new RedisPubSub(connection.uri, queuePrefix, logger) : new LocalPubSub(),
          inject: [Config, Logger],
        },
      ],
      exports: [PubSub, JobQueue, DueTimes],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pubSub.close();
  }
}
