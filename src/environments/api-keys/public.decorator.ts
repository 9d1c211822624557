import { SetMetadata } from '@nestjs/common';

export const PUBLIC = 'carillon:public';

/** The route needs no API key. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(PUBLIC, true);
