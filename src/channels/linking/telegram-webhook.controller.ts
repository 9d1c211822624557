import { Body, Controller, HttpCode, HttpStatus, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Types } from 'mongoose';
import { hasBody } from '../../platform/http/bodies/unread-bodies.js';
import { RouteFact } from '../../platform/http/route-facts.js';
import { Bare } from '../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { AnyQuery } from '../../platform/http/query.js';
import { Public } from '../../auth/access.guard.js';
import { type BotReply, TelegramService, UPDATES_PATH } from './telegram.service.js';

const INTEGRATION_ID = new ObjectIdPipe('Integration');

/** Where Telegram posts messages to a bot, once the bot's webhook is configured. */
@ApiExcludeController()
@AnyQuery()
@Controller(UPDATES_PATH)
export class TelegramWebhookController {
  constructor(private readonly telegram: TelegramService) {}

  /** Takes a message to a bot. The response may be a method of the Bot API, which Telegram executes. */
  @Post(':integrationId')
  @Public()
  @RouteFact({ admittedBy: TelegramService })
  @Bare()
  @HttpCode(HttpStatus.OK)
  async receive(
    @Param('integrationId', INTEGRATION_ID) integrationId: Types.ObjectId,
    @Req() request: FastifyRequest,
    @Body() update: unknown,
  ): Promise<BotReply | Record<string, never>> {
    // One with a body was admitted before that was read.
    if (!hasBody(request.raw)) await this.telegram.admit(request);
    return (await this.telegram.receive(integrationId, update)) ?? {};
  }
}
