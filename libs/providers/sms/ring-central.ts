import { problemOf } from '../kit/http/read-response.js';
import { idAt, readJson } from '../kit/json.js';
import { EarlierProblem, httpProvider, preliminaryRequest } from '../kit/http/http-provider.js';
import { formBody, jsonBody } from '../kit/http/request-bodies.js';
import { type AccessToken, AccessTokens } from '../kit/proof/access-tokens.js';
import type { SmsProvider, World } from '../kit/provider.js';
import { type Account, basicAuthorization, text } from '../kit/account.js';
import { senderOf } from './message.js';

/** A token is no longer used this long before it expires, in seconds. */
const SPARE_S = 60;
const tokens = new AccessTokens();

/** RingCentral. `token` is a user's JSON Web Token, exchanged for access tokens; `secure` selects the sandbox. */
const ordinary: SmsProvider = httpProvider({
  id: 'ring-central',
  channel: 'sms',
  name: 'RingCentral',
  documentation: 'https://developers.ringcentral.com/guide/messaging/sms/sending-sms',
  keys: { needed: ['clientId', 'secretKey', 'token', 'from'], optional: ['secure'] },
  async request({ content }, account, world) {
    const from = senderOf(content, account);
    const token = await tokens.of(account, world.now(), () => fetchToken(account, world));
    return {
      method: 'POST',
      url: `${originOf(account)}/restapi/v1.0/account/~/extension/~/sms`,
      ...jsonBody(
        { from: { phoneNumber: from }, to: [{ phoneNumber: content.to }], text: content.body },
        { authorization: `Bearer ${token}` },
      ),
    };
  },
  messageId: ({ body }) => idAt(body, 'id'),
  problem: (response, now) =>
    isTokenExpired(response.body) ? { ...problemOf(response, now), kind: 'transient' } : undefined,
  forget: (account) => tokens.forget(account),
});

/** Drops a token that the service no longer accepts; the next attempt fetches a new one. */
export const ringCentral: SmsProvider = {
  ...ordinary,
  async send(message, account, world) {
    const result = await ordinary.send(message, account, world);
    if (!result.ok && result.statusCode === 401) tokens.forget(account);
    return result;
  },
};

function originOf(account: Account): string {
  return account.secure === true ? 'https://platform.devtest.ringcentral.com' : 'https://platform.ringcentral.com';
}

async function fetchToken(account: Account, world: World): Promise<AccessToken> {
  const authorization = basicAuthorization(text(account, 'clientId'), text(account, 'secretKey'));
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: text(account, 'token') };
  const url = `${originOf(account)}/restapi/oauth/token`;
  const { status, body } = await preliminaryRequest(
    { method: 'POST', url, ...formBody(grant, { authorization }) },
    world,
  );
  const { access_token: token, expires_in: seconds } = readJson(body);
  if (typeof token !== 'string' || typeof seconds !== 'number') {
    const error = `status ${status}, but the response has no token`;
    throw new EarlierProblem({ ok: false, kind: 'transient', error, statusCode: status });
  }
  return { token, lifetimeMs: Math.max(0, seconds - SPARE_S) * 1000 };
}

function isTokenExpired(body: string): boolean {
  return ['TokenInvalid', 'TokenExpired'].includes(idAt(body, 'errorCode') ?? '');
}
