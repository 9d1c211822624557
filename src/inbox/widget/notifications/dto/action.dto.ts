import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { ActionType } from '../../../../notifications/messages/message.schema.js';

const ACTION_TYPES = ['primary', 'secondary'] as const;

/** A button of a notification. */
export class ActionDto {
  /** Which of the two buttons. */
  @IsIn(ACTION_TYPES)
  @ApiProperty({ enum: ACTION_TYPES })
  actionType: ActionType;
}
