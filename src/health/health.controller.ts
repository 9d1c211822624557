import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { ApiTags } from '@nestjs/swagger';
import type { Connection } from 'mongoose';
import { Bare } from '../common/http/bare.decorator.js';
import { Public } from '../environments/api-keys/public.decorator.js';
import { JobQueue } from '../queue/job-queue.js';
import { HealthDto } from './dto/health.dto.js';
import { within } from '../common/within.js';

const ANSWER_MS = 2000;

@ApiTags('Health')
@Public()
@Bare()
@Controller('health')
export class HealthController {
  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly queue: JobQueue,
  ) {}

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
   * Store and queue have answered within two seconds. 503 otherwise: send no traffic until it is back.
   */
  @Get('ready')
  async ready(): Promise<HealthDto> {
    const [store, queue] = await Promise.allSettled([
      within(ANSWER_MS, this.connection.db?.admin().ping() ?? Promise.reject(new Error('not connected'))),
      within(ANSWER_MS, this.queue.ping()),
    ]);
    if (store.status === 'rejected') throw new ServiceUnavailableException('The store does not answer');
    if (queue.status === 'rejected') throw new ServiceUnavailableException('The queue does not answer');
    return { status: 'ok' };
  }
}
