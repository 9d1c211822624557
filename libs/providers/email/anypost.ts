import { problemOf } from '../kit/http/classify.js';
import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/http/read-json.js';
import type { EmailProvider } from '../kit/provider.js';
import { resendRequest } from './resend.js';

/** Anypost takes the requests of Resend. A repetition is answered as the first one was; it keeps no data to give back. */
export const anypost: EmailProvider = httpProvider({
  id: 'anypost',
  channel: 'email',
  name: 'Anypost',
  documentation: 'https://anypost.com/docs/send-email',
  keys: { needed: ['apiKey', 'from', 'senderName'] },
  request: resendRequest('https://api.anypost.com/v1/email'),
  problem: (answer, now) =>
    // The first request is under way still.
    answer.status === 409 && idAt(answer.body, 'error.type') === 'idempotency_concurrent'
      ? { ...problemOf(answer, now), kind: 'transient' }
      : undefined,
  messageId: ({ body }) => idAt(body, 'id'),
});
