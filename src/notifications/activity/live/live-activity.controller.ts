import { Controller, Get, Header, NotAcceptableException, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access } from '../../../auth/access.guard.js';
import { type AuthenticatedRequest, CurrentEnvironment, type EnvironmentRef } from '../../../auth/environment-ref.js';
import { ErrorDto } from '../../../platform/errors/error.dto.js';
import { Bare } from '../../../platform/http/decorators.js';
import { LiveActivityQueryDto, LiveRunsDto } from './live-activity.dto.js';
import { LiveActivity } from './live-activity.service.js';

const EVENT_STREAM = 'text/event-stream';

@ApiTags('Activity')
@Access('notifications')
@Controller('v1/activity')
export class LiveActivityController {
  constructor(private readonly live: LiveActivity) {}

  /**
   * Stream activity
   *
   * Server-sent events, until the client disconnects or its key or session ends: `ready` at the beginning; `runs` with runs that
   * have begun, changed or ended, at most four times a second (its data is `LiveRunsDto`); `end` with the `reason` `access` or
   * `shutdown`, after which the client connects again, if it may. A comment every ten seconds keeps proxies from closing the
   * connection. Events that were missed are not repeated: `GET /v1/notifications` has them. The header
   * `Accept: text/event-stream` is needed; browsers send it, with the environment, by `fetch`.
   */
  @Get('live')
  @Bare()
  @Header('cache-control', 'no-store, no-transform')
  @Header('x-accel-buffering', 'no')
  // A connection that is kept for further requests would keep a process from stopping.
  @Header('connection', 'close')
  @ApiExtraModels(LiveRunsDto)
  @ApiOkResponse({ content: { [EVENT_STREAM]: { schema: { type: 'string' } } }, description: 'Events.' })
  @ApiResponse({ status: 406, type: ErrorDto, description: 'The header `Accept: text/event-stream` is missing.' })
  @ApiResponse({ status: 429, type: ErrorDto, description: 'The environment has too many streams.' })
  async stream(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() query: LiveActivityQueryDto,
  ): Promise<StreamableFile> {
    if (!request.headers.accept?.includes(EVENT_STREAM)) {
      throw new NotAcceptableException(`This is a stream of events. Send the header Accept: ${EVENT_STREAM}.`);
    }
    const { body } = await this.live.open(environment, request, query);
    // Also after a HEAD request, and when the client disconnects before the first event.
    reply.raw.once('close', () => body.destroy());
    if (reply.raw.destroyed) body.destroy();
    return new StreamableFile(body, { type: EVENT_STREAM });
  }
}
