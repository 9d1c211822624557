import { httpProvider } from '../kit/http/http-provider.js';
import { idAt } from '../kit/json.js';
import { jsonBody } from '../kit/http/request-bodies.js';
import type { PushProvider } from '../kit/provider.js';
import { type Account, AccountError, baseUrl, text } from '../kit/account.js';

/** How long a title and a text may be, in characters. */
const LENGTHS = { title: [10, 120], text: [80, 10_000] } as const;

/**
 * App IO, the app of Italy's public services. A device token is the fiscal code of a person, who must have agreed to get
 * messages of the service that the key belongs to. Titles have 10 to 120 characters, texts 80 to 10,000.
 */
export const appio: PushProvider = httpProvider({
  id: 'appio',
  channel: 'push',
  name: 'App IO',
  documentation:
    'https://docs.pagopa.it/io-guida-tecnica/api-e-specifiche/api-messaggi/submit-a-message-passing-the-user-fiscal_code-in-the-request-body',
  keys: { needed: ['AppIOBaseUrl', 'apiKey'] },
  secrets: ({ token }) => [token],
  request: ({ content: { token, title, body } }, account) => ({
    method: 'POST',
    url: `${addressOf(account)}/messages`,
    ...jsonBody(
      { fiscal_code: token, content: { subject: fitting('title', title), markdown: fitting('text', body) } },
      { 'ocp-apim-subscription-key': text(account, 'apiKey') },
    ),
  }),
  messageId: ({ body }) => idAt(body, 'id'),
});

function addressOf(account: Account): string {
  return baseUrl({ baseUrl: text(account, 'AppIOBaseUrl') });
}

/** What is too short or too long would be refused in words of the service's own. */
function fitting(what: keyof typeof LENGTHS, value: string): string {
  const [least, most] = LENGTHS[what];
  const { length } = Array.from(value);
  if (length >= least && length <= most) return value;
  throw new AccountError(`App IO takes a ${what} of ${least} to ${most} characters, and this one has ${length}`);
}
