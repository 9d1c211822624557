import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { type Credentials, RouteFact } from '../platform/http/route-facts.js';

export const PUBLIC = 'carillon:public';

/** The OpenAPI builder reads this mark and takes it off again. */
export const PUBLIC_EXTENSION = 'x-public';

/** The route needs no API key, but perhaps something else. Where it needs nothing, bodies are small. */
export function Public(credentials: Exclude<Credentials, 'key'> = 'none'): MethodDecorator & ClassDecorator {
  return applyDecorators(SetMetadata(PUBLIC, true), ApiExtension(PUBLIC_EXTENSION, true), RouteFact({ credentials }));
}
