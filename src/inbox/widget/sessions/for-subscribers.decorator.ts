import { applyDecorators, SetMetadata, UseGuards } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { Public } from '../../../auth/public.decorator.js';
import { SESSION_TOKEN } from '../../../platform/http/security.js';
import { SessionGuard } from './session.guard.js';

export const FOR_SUBSCRIBERS = 'carillon:for-subscribers';

/** The routes are for subscribers, who show the token of their session; an API key does not open them. */
export function ForSubscribers(): ClassDecorator {
  return applyDecorators(
    SetMetadata(FOR_SUBSCRIBERS, true),
    Public('session'),
    UseGuards(SessionGuard),
    ApiSecurity(SESSION_TOKEN),
  );
}
