import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { Access } from '../../auth/access.guard.js';
import { Bare } from '../../platform/http/decorators.js';
import { ObjectIdPipe } from '../../platform/ids.js';
import { CurrentEnvironment, type EnvironmentRef } from '../../auth/environment-ref.js';
import { type DeletedMessageDto, DeleteMessagesDto, ListMessagesDto } from './message-requests.dto.js';
import type { MessagePageDto } from './message.dto.js';
import { MessageRecords } from './message-records.service.js';

@ApiTags('Messages')
@Access('notifications')
@Controller('v1/messages')
export class MessagesController {
  constructor(private readonly messages: MessageRecords) {}

  /**
   * List messages
   *
   * Delivered messages of all channels, newest first.
   */
  @Get()
  @Bare()
  list(@CurrentEnvironment() environment: EnvironmentRef, @Query() query: ListMessagesDto): Promise<MessagePageDto> {
    return this.messages.list(environment, query);
  }

  /**
   * Delete the messages of a trigger
   *
   * On one channel or all. In-app messages vanish from their inboxes; what was sent elsewhere stays sent.
   */
  @Delete('transaction/:transactionId')
  @HttpCode(HttpStatus.NO_CONTENT)
  deleteByTransaction(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('transactionId') transactionId: string,
    @Query() { channel }: DeleteMessagesDto,
  ): Promise<void> {
    return this.messages.deleteByTransaction(environment, transactionId, channel);
  }

  /**
   * Delete a message
   *
   * An in-app message vanishes from its inbox; what was sent elsewhere stays sent.
   */
  @Delete(':messageId')
  @ApiParam({ name: 'messageId', type: String })
  async delete(
    @CurrentEnvironment() environment: EnvironmentRef,
    @Param('messageId', new ObjectIdPipe('Message')) id: Types.ObjectId,
  ): Promise<DeletedMessageDto> {
    await this.messages.delete(environment, id);
    return { acknowledged: true, status: 'deleted' };
  }
}
