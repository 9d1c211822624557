import type { KeyObject } from 'node:crypto';
import { isUrl } from '#libs/url/is-url.js';
import type { PushContent } from '../kit/content.js';
import { pushProvider } from '../kit/http/http-provider.js';
import type { HttpResponse } from '../kit/http/http-exchange.js';
import { fetchOAuthToken } from '../kit/http/oauth-token.js';
import { at, isRecord, readJson } from '../kit/json.js';
import { type AccessToken, AccessTokens, privateKeyOf, signedToken } from '../kit/access-tokens.js';
import type { World } from '../kit/provider.js';
import { type Account, AccountError, text } from '../kit/account.js';
import { overrideFields } from '../kit/http/overrides.js';
import { lastSecond, secondsLeft } from '../kit/lifetime.js';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** Maximum lifetime of an assertion that Google accepts. */
const ASSERTION_SECONDS = 3600;

const tokens = new AccessTokens();

/**
 * Firebase Cloud Messaging, by its HTTP v1 API. It recognizes no repetitions. The trigger may set `notification`,
 * `data`, `android`, `apns`, `webpush` and `fcmOptions` as the service documents them; with `type: "data"` the app
 * decides what to show, and gets title and body as part of the data. A silent notification has data alone.
 */
export const fcm = pushProvider({
  id: 'fcm',
  name: 'Firebase Cloud Messaging',
  documentation: 'https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send',
  keys: { needed: ['serviceAccount'] },
  async request({ content, overrides }, account, world) {
    const project = encodeURIComponent(projectOf(account));
    const token = await tokens.of(account, world.now(), () => fetchAccessToken(serviceAccountOf(account), world));
    return {
      url: `https://fcm.googleapis.com/v1/projects/${project}/messages:send`,
      json: { message: messageFor(content, overrides, world.now()) },
      headers: { authorization: `Bearer ${token}` },
    };
  },
  messageId: 'name',
  // https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode and https://cloud.google.com/apis/design/errors. A token of
  // another sender is a mistake of the account and not a device that is gone.
  code: codesIn,
  faults: [
    {
      gone: 'UNREGISTERED',
      account: 'SENDER_ID_MISMATCH THIRD_PARTY_AUTH_ERROR',
      recipient: 'message.token',
      passing: 'QUOTA_EXCEEDED UNAVAILABLE INTERNAL RESOURCE_EXHAUSTED',
    },
    { account: 'PERMISSION_DENIED UNAUTHENTICATED NOT_FOUND', content: 'INVALID_ARGUMENT' },
  ],
  tokens,
  sendsSilent: true,
  // The service counts the whole payload.
  limits: { body: { max: 4000, unit: 'bytes' } },
  forget: (account) => tokens.forget(account),
});

/** What makes Apple wake the app: https://firebase.google.com/docs/cloud-messaging/ios/receive-messages */
const SILENT_AT_APPLE = {
  apns: {
    headers: { 'apns-push-type': 'background', 'apns-priority': '5' },
    payload: { aps: { 'content-available': 1 } },
  },
};

function messageFor(content: PushContent, overrides: Readonly<Record<string, unknown>>, now: Date): object {
  const { token, title, body, data, silent } = content;
  const isData = silent === true || overrides.type === 'data';
  const shown = { title, body, ...(isRecord(overrides.notification) && overrides.notification) };
  const merged = {
    ...(isData && !silent && { title, body }),
    ...data,
    ...(isRecord(overrides.data) && overrides.data),
  };
  const { webPush, fcmOptions } = overrides;
  const message = {
    token,
    ...(!isData && { notification: shown }),
    ...(Object.keys(merged).length > 0 && { data: texts(merged) }),
    ...(webPush !== undefined && { webpush: webPush }),
    ...(fcmOptions !== undefined && { fcm_options: fcmOptions }),
    ...(silent && SILENT_AT_APPLE),
    ...overrideFields(overrides, ['android', 'apns', 'webpush', 'fcm_options']),
  };
  return withLifetime(content, message, now);
}

/** Each platform has a field of its own for it; what the trigger sets takes precedence. */
function withLifetime(content: PushContent, fields: Record<string, unknown>, now: Date): Record<string, unknown> {
  const seconds = secondsLeft(content, now, { max: 28 * 86_400 });
  if (seconds === undefined) return fields;
  const [android, apns, webpush] = [fields.android, fields.apns, fields.webpush].map((one) =>
    isRecord(one) ? one : {},
  );
  const headersOf = (one?: Record<string, unknown>) => (isRecord(one?.headers) ? one.headers : {});
  return {
    ...fields,
    android: { ttl: `${seconds}s`, ...android },
    apns: { ...apns, headers: { 'apns-expiration': String(lastSecond(content)), ...headersOf(apns) } },
    webpush: { ...webpush, headers: { TTL: String(seconds), ...headersOf(webpush) } },
  };
}

/** The service only accepts strings: other values are sent as JSON. */
function texts(data: Record<string, unknown>): Record<string, string> {
  const known = Object.entries(data).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    known.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** The key file of a Google service account. */
interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  privateKey: KeyObject;
  keyId?: string;
  tokenUri: string;
}

/** The project that an account sends for. Throws {@link AccountError} when its key file cannot be read. */
function projectOf(account: Account): string {
  return member(keyFile(account), 'project_id');
}

/** Reads the key file of an account. Throws {@link AccountError} when it is incomplete. */
function serviceAccountOf(account: Account): ServiceAccount {
  const file = keyFile(account);
  const { private_key_id: keyId, token_uri: tokenUri } = file;
  return {
    projectId: member(file, 'project_id'),
    clientEmail: member(file, 'client_email'),
    privateKey: privateKeyOf(member(file, 'private_key'), 'serviceAccount'),
    ...(typeof keyId === 'string' && { keyId }),
    tokenUri: typeof tokenUri === 'string' && isUrl(tokenUri) ? tokenUri : TOKEN_URI,
  };
}

function keyFile(account: Account): Record<string, unknown> {
  const file = readJson(text(account, 'serviceAccount'));
  if (Object.keys(file).length === 0)
    throw new AccountError('the credential "serviceAccount" is not a key file in JSON');
  return file;
}

function member(file: Record<string, unknown>, name: string): string {
  const value = file[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new AccountError(`the credential "serviceAccount" has no "${name}"`);
}

/** Exchanges an assertion signed by the service account for a token of the messaging API. */
function fetchAccessToken(
  { clientEmail, privateKey, keyId, tokenUri }: ServiceAccount,
  world: World,
): Promise<AccessToken> {
  const issuedAt = Math.floor(world.now().getTime() / 1000);
  const claims = { iss: clientEmail, scope: SCOPE, aud: tokenUri, iat: issuedAt, exp: issuedAt + ASSERTION_SECONDS };
  return fetchOAuthToken(
    {
      url: tokenUri,
      form: {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: signedToken('RS256', keyId, claims, privateKey),
      },
    },
    world,
  );
}

/** The codes in a refusal, the most exact first; `message.token` when it is about the token alone. */
function codesIn({ body }: HttpResponse): unknown[] {
  const error = readJson(body).error;
  const details = listAt(error, 'details');
  const fields = details.flatMap((detail) => listAt(detail, 'fieldViolations').map(({ field }) => field));
  const description = at(error, 'message');
  const isAboutToken =
    fields.length === 0 && typeof description === 'string' && /\bregistration token\b/i.test(description);
  return [
    ...details.map(({ errorCode }) => errorCode),
    ...fields,
    isAboutToken && 'message.token',
    at(error, 'status'),
  ];
}

function listAt(value: unknown, name: string): Record<string, unknown>[] {
  const list = at(value, name);
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
