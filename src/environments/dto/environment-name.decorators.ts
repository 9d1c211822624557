import { applyDecorators } from '@nestjs/common';
import { IsString, Matches, MaxLength } from 'class-validator';

/** What people call an environment. */
export function IsEnvironmentName(): PropertyDecorator {
  return applyDecorators(
    IsString(),
    Matches(/\S/, { message: '$property must not be blank' }),
    Matches(/^[^\p{Cc}\p{Cs}]*$/u, { message: '$property must not contain control characters' }),
    MaxLength(64),
  );
}

/** A colour as browsers write it, `#33aa77` or `#3a7`; with opacity, `#33aa7780`. */
export function IsColor(): PropertyDecorator {
  return Matches(/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, {
    message: '$property must be a hexadecimal colour such as #33aa77',
  });
}

/** The internal id of an environment. */
export function IsEnvironmentId(): PropertyDecorator {
  return Matches(/^[0-9a-f]{24}$/i, { message: '$property must be the internal id of an environment' });
}
