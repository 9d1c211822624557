import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const BARE = 'carillon:bare';

/** The OpenAPI builder reads this mark and takes it off again. */
export const BARE_EXTENSION = 'x-bare';

/** The contract shows this answer without the `data` envelope. Stands on a handler, or on a controller for all. */
export function Bare(): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(BARE, true), ApiExtension(BARE_EXTENSION, true));
}
