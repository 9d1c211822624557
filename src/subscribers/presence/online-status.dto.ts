import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, ValidateIf } from 'class-validator';

/** Whether a subscriber is online. */
export class OnlineStatusDto {
  /** Whether the person is online now. */
  @ValidateIf(({ isOnline, online }: OnlineStatusDto) => isOnline !== undefined || online === undefined)
  @IsBoolean()
  @ApiProperty({ type: Boolean, required: true })
  isOnline?: boolean;

  /** The same, as older clients say it. */
  @ValidateIf(({ online }: OnlineStatusDto) => online !== undefined)
  @IsBoolean()
  @ApiPropertyOptional({ deprecated: true })
  online?: boolean;
}

/** `isOnline` counts where both are sent. */
export function isOnlineIn({ isOnline, online }: OnlineStatusDto): boolean {
  return isOnline ?? online ?? false;
}
