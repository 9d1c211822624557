import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { LegacyApplication } from '../applications/legacy-application.schema.js';
import type { LegacyRequest } from './basic-auth.guard.js';

/** The application that the request's credentials belong to. */
export const CurrentApplication = createParamDecorator(
  (_data: unknown, context: ExecutionContext): LegacyApplication => {
    const { legacyApplication } = context.switchToHttp().getRequest<LegacyRequest>();
    if (!legacyApplication) throw new Error('This route has no guard and no application');
    return legacyApplication;
  },
);
