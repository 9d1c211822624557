import { chatProvider } from '../kit/http/http-provider.js';
import { escapeGoogleChat } from './escape.js';
import { targetSecrets, webhookAddress } from './targets.js';

/** Google Chat: incoming webhooks of spaces. Repetitions have the same request id, by which the service recognizes them. */
export const googleChat = chatProvider({
  id: 'google-chat',
  name: 'Google Chat',
  knownAs: 'chat-webhook',
  documentation: 'https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create',
  keys: {},
  secrets: targetSecrets,
  request({ key, content }) {
    const url = new URL(webhookAddress(content, 'Google Chat'));
    url.searchParams.set('requestId', key);
    return { url: url.toString(), json: { text: content.body } };
  },
  // https://cloud.google.com/apis/design/errors#handling_errors. The address of a webhook is the recipient's, and so are the
  // space and its rights.
  code: 'error.status',
  faults: {
    recipient: ['UNAUTHENTICATED PERMISSION_DENIED NOT_FOUND', /API key not valid|API_KEY_INVALID|Invalid token/i],
    content: 'INVALID_ARGUMENT FAILED_PRECONDITION OUT_OF_RANGE',
    passing: 'RESOURCE_EXHAUSTED ABORTED CANCELLED INTERNAL UNAVAILABLE UNKNOWN DEADLINE_EXCEEDED',
  },
  access: () => 'recipient',
  escape: escapeGoogleChat,
  // "The maximum message size, including the message contents, is 32,000 bytes": some are left for the rest of the request.
  limits: { body: { max: 31_000, unit: 'bytes' } },
  messageId: 'name',
});
