import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';

/** What to count. */
export class CountNotificationsDto {
  /**
   * JSON text of a list of 1 to 30 filters, each an object with the fields of the list's query: `read`, `seen`,
   * `archived`, `snoozed`, `tags`, `data`, `severity`, `createdGte`, `createdLte`, `contextKeys`.
   */
  @ApiProperty({ example: '[{"read":false},{"severity":["high"]}]' })
  @IsString()
  @MaxLength(16_384)
  filters: string;
}
