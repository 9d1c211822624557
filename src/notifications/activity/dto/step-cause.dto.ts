import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Something that a decision has looked at. */
export class CauseValueDto {
  /**
   * A path in the data, a template, or what a preference, the hours or a throttle looks at.
   * @example payload.amount
   */
  name: string;

  /** Its value; long texts are cut, lists and objects are named, secrets are masked. Null: missing. */
  @ApiProperty({
    oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }],
    example: 7,
  })
  value: string | number | boolean | null;
}

/** Why something decided as it did. Short, because it is kept with every run: at most eight values. */
export class StepCauseDto {
  /** Of a condition: the part that settled it, as it was written, cut to 200 characters. */
  @ApiPropertyOptional({ type: String, example: '{">":[{"var":"payload.amount"},100]}' })
  rule?: string;

  /** What it has looked at. */
  @ApiProperty({ type: [CauseValueDto] })
  values: CauseValueDto[];
}
