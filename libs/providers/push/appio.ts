import { pushProvider } from '../kit/http/http-provider.js';
import { type Account, AccountError, baseUrl, text } from '../kit/account.js';

/** Minimum and maximum length of title and text, in characters. */
const LENGTHS = { title: [10, 120], text: [80, 10_000] } as const;

/**
 * App IO, the app of Italy's public services. The device token is the fiscal code of a person, who must have agreed to
 * receive messages of the service that the key belongs to. Titles have 10 to 120 characters, texts 80 to 10,000.
 */
export const appio = pushProvider({
  id: 'appio',
  name: 'App IO',
  documentation:
    'https://docs.pagopa.it/io-guida-tecnica/api-e-specifiche/api-messaggi/submit-a-message-passing-the-user-fiscal_code-in-the-request-body',
  keys: { needed: ['AppIOBaseUrl', 'apiKey'] },
  secrets: ({ token }) => [token],
  request: ({ content: { token, title, body } }, account) => ({
    url: `${addressOf(account)}/messages`,
    json: { fiscal_code: token, content: { subject: fitting('title', title), markdown: fitting('text', body) } },
    headers: { 'ocp-apim-subscription-key': text(account, 'apiKey') },
  }),
  // https://docs.pagopa.it/io-guida-tecnica/api-e-specifiche/api-messaggi (statuses): 404 is a person without the app, and 403
  // a person who has not agreed to messages of this service, or a key without the right to send them.
  code: ({ status }) => status,
  faults: { account: /subscription key|not allowed to|unauthori[sz]ed/i, recipient: '403 404' },
  limits: { title: { max: 120, unit: 'characters' }, body: { max: 10_000, unit: 'characters' } },
  messageId: 'id',
});

function addressOf(account: Account): string {
  return baseUrl({ baseUrl: text(account, 'AppIOBaseUrl') });
}

/** Checks the length before sending, for a clearer error than that of the service. */
function fitting(field: keyof typeof LENGTHS, value: string): string {
  const [min, max] = LENGTHS[field];
  const { length } = Array.from(value);
  if (length >= min && length <= max) return value;
  throw new AccountError(
    `App IO takes a ${field} of ${min} to ${max} characters, and this one has ${length}`,
    'content',
  );
}
