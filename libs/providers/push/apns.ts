import type { PushContent } from '../kit/content.js';
import { derivedUuid, type PushProvider, type Refusal, type World } from '../kit/provider.js';
import { pushProvider } from '../kit/http/http-provider.js';
import type { HttpResponse } from '../kit/http/http-exchange.js';
import { refusalOf } from '../kit/http/read-response.js';
import { isRecord, readJson } from '../kit/json.js';
import { AccessTokens, privateKeyOf, signedToken } from '../kit/access-tokens.js';
import { type Account, accountKey, text } from '../kit/account.js';
import { lastSecond } from '../kit/lifetime.js';
import { Http2Connections, type Http2Options } from './http2-connections.js';

/** Apple refuses tokens older than an hour, and replacing them within 20 minutes. */
const TOKEN_LIFETIME_MS = 50 * 60_000;
const tokens = new AccessTokens(20 * 60_000);

/**
 * Apple's push service. `secure` selects production; otherwise the sandbox, for apps in development. The trigger may
 * set the members of `aps`, and `topic`, `pushType`, `priority`, `collapseId` and `expiry` (seconds since 1970).
 */
export const apnsOverHttp = pushProvider({
  id: 'apns',
  name: 'Apple Push Notification Service',
  documentation: 'https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns',
  keys: { needed: ['secretKey', 'apiKey', 'projectName', 'applicationId'], optional: ['secure'] },
  async request({ key, content, overrides }, account, world) {
    const token = await tokens.of(account, world.now(), () => providerToken(account, world));
    const host = account.secure === true ? 'api.push.apple.com' : 'api.sandbox.push.apple.com';
    const expiration = lastSecond(content);
    return {
      url: `https://${host}/3/device/${encodeURIComponent(content.token)}`,
      json: payloadFor(content, overrides),
      headers: {
        authorization: `bearer ${token}`,
        'apns-id': derivedUuid(key, content.token),
        'apns-topic': text(account, 'applicationId'),
        ...(content.silent ? SILENT : { 'apns-push-type': 'alert' }),
        ...(expiration !== undefined && { 'apns-expiration': String(expiration) }),
        ...headersOf(overrides),
      },
    };
  },
  messageId: ({ headers }) => headers['apns-id'],
  // https://developer.apple.com/documentation/usernotifications/handling-notification-responses-from-apns. A token of another
  // app, or of the other environment, is a mistake of the account and not a device that is gone.
  code: 'reason',
  faults: {
    gone: 'Unregistered ExpiredToken',
    account: [
      'BadDeviceToken DeviceTokenNotForTopic TopicDisallowed BadTopic MissingTopic BadPath MethodNotAllowed',
      'BadCertificate BadCertificateEnvironment Forbidden UnrelatedKeyIdInToken BadEnvironmentKeyIdInToken',
      'ExpiredProviderToken InvalidProviderToken MissingProviderToken',
    ],
    content: [
      'BadCollapseId BadExpirationDate BadMessageId BadPriority DuplicateHeaders InvalidPushType PayloadEmpty',
      'PayloadTooLarge',
    ],
    recipient: 'MissingDeviceToken',
    passing: 'IdleTimeout TooManyProviderTokenUpdates TooManyRequests InternalServerError ServiceUnavailable Shutdown',
  },
  problem: registeredAgain,
  tokens,
  sendsSilent: true,
  isTokenRefused: ({ statusCode, error }) => statusCode === 403 && /"(?:Expired|Invalid)ProviderToken"/.test(error),
  // Apple counts the whole payload.
  limits: { body: { max: 4000, unit: 'bytes' } },
});

/** The provider with its connections, one for each account. */
export function apnsWith(options: Http2Options = {}): PushProvider {
  const connections = new Http2Connections(options);
  return {
    ...apnsOverHttp,
    send: (message, account, world) =>
      apnsOverHttp.send(message, account, {
        http: connections.exchange(accountKey(account), {
          connect: (target) => world.connect(target),
          ca: world.ca,
          signal: world.signal,
        }),
        connect: (target) => world.connect(target),
        now: () => world.now(),
        signal: world.signal,
      }),
    forget(account) {
      connections.close(accountKey(account));
      tokens.forget(account);
    },
  };
}

export const apns: PushProvider = apnsWith();

/** The authentication token for Apple: the id of the team, signed with its key. */
function providerToken(account: Account, world: World): Promise<{ token: string; lifetimeMs: number }> {
  const claims = { iss: text(account, 'projectName'), iat: Math.floor(world.now().getTime() / 1000) };
  const key = privateKeyOf(text(account, 'secretKey'), 'secretKey');
  return Promise.resolve({
    token: signedToken('ES256', text(account, 'apiKey'), claims, key),
    lifetimeMs: TOKEN_LIFETIME_MS,
  });
}

/** The app's own data is placed beside `aps`, which is defined by Apple. */
function payloadFor({ title, body, data, silent }: PushContent, overrides: Readonly<Record<string, unknown>>): object {
  const shown = silent ? { 'content-available': 1 } : { alert: { title, body } };
  const aps = { ...shown, ...(isRecord(overrides.aps) && overrides.aps) };
  return { ...data, aps };
}

/** https://developer.apple.com/documentation/usernotifications/pushing-background-updates-to-your-app */
const SILENT = { 'apns-push-type': 'background', 'apns-priority': '5' };

const HEADERS: Readonly<Record<string, string>> = {
  topic: 'apns-topic',
  pushType: 'apns-push-type',
  priority: 'apns-priority',
  collapseId: 'apns-collapse-id',
  expiry: 'apns-expiration',
};

function headersOf(overrides: Readonly<Record<string, unknown>>): Record<string, string> {
  const known = Object.entries(HEADERS).flatMap(([name, header]) => {
    const value = overrides[name];
    return typeof value === 'number' || (typeof value === 'string' && /^[\x20-\x7e]+$/.test(value))
      ? [[header, String(value)]]
      : [];
  });
  return Object.fromEntries(known);
}

/** Apple says since when it no longer knows a token; a device that was registered after that still has it. */
function registeredAgain(response: HttpResponse, now: Date, { registeredAt }: PushContent): Refusal | undefined {
  const { timestamp } = readJson(response.body);
  const isNewer = registeredAt && typeof timestamp === 'number' && registeredAt.getTime() > timestamp;
  return response.status === 410 && isNewer ? refusalOf(response, now, 'recipient') : undefined;
}
