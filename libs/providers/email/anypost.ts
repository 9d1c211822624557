import { problemOf } from '../kit/http/read-response.js';
import { idAt } from '../kit/json.js';
import { httpProvider } from '../kit/http/http-provider.js';
import type { EmailProvider } from '../kit/provider.js';
import { resendRequest } from './resend.js';

/** Anypost accepts the requests of Resend. A repetition gets the first response again; custom data is not supported. */
export const anypost: EmailProvider = httpProvider({
  id: 'anypost',
  channel: 'email',
  name: 'Anypost',
  documentation: 'https://anypost.com/docs/send-email',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  request: resendRequest('https://api.anypost.com/v1/email'),
  problem: (response, now) =>
    // The first request is still in progress.
    response.status === 409 && idAt(response.body, 'error.type') === 'idempotency_concurrent'
      ? { ...problemOf(response, now), kind: 'transient' }
      : undefined,
  messageId: ({ body }) => idAt(body, 'id'),
});
