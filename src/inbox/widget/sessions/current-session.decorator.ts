import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { SessionRequest } from './session.guard.js';
import type { SubscriberSession } from './subscriber-session.js';

/** Whose session the request belongs to. */
export const CurrentSession = createParamDecorator((_data: unknown, context: ExecutionContext): SubscriberSession => {
  const { session } = context.switchToHttp().getRequest<SessionRequest>();
  if (!session) throw new Error('This route is not for subscribers and has no session');
  return session;
});
