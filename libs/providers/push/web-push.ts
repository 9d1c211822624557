import type { PushSubscription, RequestOptions } from 'web-push';
import { isUrl } from '#libs/url/is-url.js';
import type { PushContent } from '../kit/content.js';
import { at, isRecord, readJson } from '../kit/json.js';
import { pushProvider } from '../kit/http/http-provider.js';
import { type Account, AccountError, text } from '../kit/account.js';
import { overrideFields } from '../kit/http/overrides.js';
import { secondsLeft } from '../kit/lifetime.js';

/** Browsers, through the push service of each browser (RFC 8030, 8291, 8292). It recognizes no repetitions. */
export const webPush = pushProvider({
  id: 'web-push',
  name: 'Web Push',
  knownAs: 'push-webhook',
  documentation: 'https://datatracker.ietf.org/doc/html/rfc8030',
  keys: { needed: ['apiKey', 'secretKey', 'from'] },
  async request({ content, overrides }, account, world) {
    const TTL = secondsLeft(content, world.now());
    const { default: library } = await import('web-push');
    const { endpoint, method, headers, body } = library.generateRequestDetails(
      subscriptionOf(content),
      notificationFor(content, overrides),
      { vapidDetails: vapidDetailsOf(account), ...(TTL !== undefined && { TTL }), ...optionsOf(overrides) },
    );
    return { method, url: endpoint, headers: plainHeaders(headers), ...(body && { body }) };
  },
  // Anyone who knows the address of a subscription can try to push to it.
  secrets: ({ token }) => Object.values(readJson(token)).filter((one) => typeof one === 'string'),
  messageId: ({ headers }) => headers.location,
  // https://www.rfc-editor.org/rfc/rfc8030, sections 5.2, 7.3 and 8.4; 403 of https://www.rfc-editor.org/rfc/rfc8292: the key
  // is not the one that the browser has subscribed with.
  code: ({ status }) => status,
  faults: { gone: '404 410', account: '401 403', content: '400 413' },
  access: () => 'recipient',
  // A push service takes at least 4,096 bytes after encryption.
  limits: { body: { max: 3800, unit: 'bytes' } },
});

/** The subscription from the browser's JSON. */
function subscriptionOf({ token }: PushContent): PushSubscription {
  const subscription = readJson(token);
  const [p256dh, auth] = [at(subscription, 'keys.p256dh'), at(subscription, 'keys.auth')];
  const { endpoint } = subscription;
  if (typeof endpoint === 'string' && isUrl(endpoint) && typeof p256dh === 'string' && typeof auth === 'string') {
    return { endpoint, keys: { p256dh, auth } };
  }
  throw new AccountError(
    'the device token is not a subscription of a browser with endpoint and keys, as JSON',
    'recipient',
  );
}

/** The JSON for the page's service worker: the options of `showNotification`, and the title. */
function notificationFor(
  { title, body, data }: PushContent,
  { notification }: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({ title, body, data, ...(isRecord(notification) && notification) });
}

/** Identification of the sender (RFC 8292). */
function vapidDetailsOf(account: Account): RequestOptions['vapidDetails'] {
  const contact = text(account, 'from');
  const subject = /^(mailto|https):/i.test(contact) ? contact : `mailto:${contact}`;
  return { subject, publicKey: text(account, 'apiKey'), privateKey: text(account, 'secretKey') };
}

/** Lifetime, urgency and replaced message; the library refuses invalid values before anything is sent. */
function optionsOf(overrides: Readonly<Record<string, unknown>>): RequestOptions {
  return overrideFields(overrides, ['TTL', 'urgency', 'topic']);
}

/** Header values as strings; `content-length` is set by the HTTP client. */
function plainHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), String(value)])
      .filter(([name]) => name !== 'content-length'),
  );
}
