import { Body, Controller, Headers, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Types } from 'mongoose';
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
  @Bare()
  @HttpCode(HttpStatus.OK)
  async receive(
    @Param('integrationId', INTEGRATION_ID) integrationId: Types.ObjectId,
    @Headers('x-telegram-bot-api-secret-token') secret: unknown,
    @Body() update: unknown,
  ): Promise<BotReply | Record<string, never>> {
    return (await this.telegram.receive(integrationId, secret, update)) ?? {};
  }
}
