import { applyDecorators } from '@nestjs/common';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

const MAX_LENGTH = 256;

/** An environment by its internal id, its slug or its identifier. */
export function IsEnvironmentReference(): PropertyDecorator {
  return applyDecorators(IsString(), IsNotEmpty(), MaxLength(MAX_LENGTH));
}
