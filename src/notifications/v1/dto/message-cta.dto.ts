import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ActionType, Message } from '../../messages/message.schema.js';

const ACTION_TYPES = ['primary', 'secondary'] as const;

/** Where a click on the message leads. */
export class MessageCtaDataDto {
  /** Absolute http or https address, or a path. */
  url?: string;
  /** Where the address opens. */
  target?: string;
}

/** A button. */
export class MessageButtonDto {
  /** Which of the two. */
  @ApiProperty({ enum: ACTION_TYPES })
  type: ActionType;
  /** Text of the button. */
  content: string;
  /** Where a click on it leads. */
  url?: string;
  /** Where that opens. */
  target?: string;
}

/** The button that was completed last. */
export class MessageActionResultDto {
  /** Which of the two. */
  @ApiPropertyOptional({ enum: ACTION_TYPES })
  type?: ActionType;
  /** What was sent along with it. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  payload?: Record<string, unknown>;
}

/** The buttons, and whether one was completed. */
export class MessageActionDto {
  /** Done when a button is completed. */
  @ApiProperty({ enum: ['pending', 'done'] })
  status: 'pending' | 'done';
  /** The buttons. */
  @ApiProperty({ type: [MessageButtonDto] })
  buttons: MessageButtonDto[];
  /** The button that was completed last. */
  result: MessageActionResultDto;
}

/** Buttons, and where a click leads. Empty when the message has neither. */
export class MessageCtaDto {
  /** Always `redirect`. */
  @ApiPropertyOptional({ enum: ['redirect'] })
  type?: 'redirect';
  /** Where a click on the message leads. */
  data?: MessageCtaDataDto;
  /** The buttons. */
  action?: MessageActionDto;
}

/**
 * The older form of buttons. It has room for one completed button, while each is stored by itself (behaviour A4): the one
 * that was completed last is shown.
 */
export function toMessageCtaDto({ redirect, actions, lastCompleted }: Message): MessageCtaDto {
  const buttons = ACTION_TYPES.flatMap((type): MessageButtonDto[] => {
    const action = actions?.[type];
    return action ? [{ type, content: action.label, ...action.redirect }] : [];
  });
  const completed = ACTION_TYPES.filter((type) => actions?.[type]?.completed);
  const type = completed.find((one) => one === lastCompleted) ?? completed[0];
  const payload = type && actions?.[type]?.payload;
  return {
    ...((redirect || buttons.length > 0) && { type: 'redirect' as const }),
    ...(redirect && { data: { ...redirect } }),
    ...(buttons.length > 0 && {
      action: {
        status: type ? 'done' : 'pending',
        buttons,
        result: { ...(type && { type }), ...(payload && { payload }) },
      },
    }),
  };
}
