import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';

export const PUBLIC = 'carillon:public';

/** The OpenAPI builder reads this mark and takes it off again. */
export const PUBLIC_EXTENSION = 'x-public';

/** The route needs no API key. */
export function Public(): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(PUBLIC, true), ApiExtension(PUBLIC_EXTENSION, true));
}
