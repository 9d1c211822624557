import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';

/**
 * The property holds a caller's own values and is taken as it was sent. Without this, class-transformer would copy it
 * member by member, which costs time in a large payload, leaves out members such as `constructor` and `toString`, and
 * breaks on others.
 */
export function Raw(): PropertyDecorator {
  return applyDecorators(
    // Whatever a value is, a boolean is made of it without looking into it; that is then thrown away.
    Type(() => Boolean),
    Transform(({ obj, key }) => (obj as Record<string, unknown>)[key]),
  );
}
