import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';

const MAX_LENGTH = 256;

/** The name of a layout, for people. */
export function LayoutName(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: MAX_LENGTH }),
    IsString(),
    Matches(/\S/, { message: '$property must not be blank' }),
    MaxLength(MAX_LENGTH),
  );
}
