import { problemFor } from '../kit/http/read-response.js';
import { readJson } from '../kit/json.js';
import { EarlierProblem, smsProvider, preliminaryRequest } from '../kit/http/http-provider.js';
import { type AccessToken, AccessTokens } from '../kit/access-tokens.js';
import type { World } from '../kit/provider.js';
import { type Account, basicAuthorization, text } from '../kit/account.js';
import { senderOf } from './message.js';

/** A token is no longer used this long before it expires, in seconds. */
const SPARE_S = 60;
const tokens = new AccessTokens();

/** RingCentral. `token` is a user's JSON Web Token, exchanged for access tokens; `secure` selects the sandbox. */
export const ringCentral = smsProvider({
  id: 'ring-central',
  name: 'RingCentral',
  documentation: 'https://developers.ringcentral.com/guide/messaging/sms/sending-sms',
  keys: { needed: ['clientId', 'secretKey', 'token', 'from'], optional: ['secure'] },
  async request({ content }, account, world) {
    const from = senderOf(content, account);
    const token = await tokens.of(account, world.now(), () => fetchToken(account, world));
    return {
      url: `${originOf(account)}/restapi/v1.0/account/~/extension/~/sms`,
      json: { from: { phoneNumber: from }, to: [{ phoneNumber: content.to }], text: content.body },
      headers: { authorization: `Bearer ${token}` },
    };
  },
  // https://developers.ringcentral.com/api-reference/errors
  code: 'errorCode errors.0.errorCode',
  faults: {
    passing: 'CMN-301',
    recipient: 'MSG-246',
    content: 'CMN-101',
    account:
      'CMN-102 CMN-401 CMN-408 FeatureNotAvailable InsufficientPermissions MSG-242 OAU-128 OAU-213 TokenExpired TokenInvalid',
  },
  limits: { body: { max: 1000, unit: 'characters' } },
  tokens,
  messageId: 'id',
  forget: (account) => tokens.forget(account),
});

function originOf(account: Account): string {
  return account.secure === true ? 'https://platform.devtest.ringcentral.com' : 'https://platform.ringcentral.com';
}

async function fetchToken(account: Account, world: World): Promise<AccessToken> {
  const authorization = basicAuthorization(text(account, 'clientId'), text(account, 'secretKey'));
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: text(account, 'token') };
  const url = `${originOf(account)}/restapi/oauth/token`;
  const { status, body } = await preliminaryRequest({ url, form: grant, headers: { authorization } }, world);
  const { access_token: token, expires_in: seconds } = readJson(body);
  if (typeof token !== 'string' || typeof seconds !== 'number') {
    throw new EarlierProblem(problemFor('passing', `status ${status}, but the response has no token`));
  }
  return { token, lifetimeMs: Math.max(0, seconds - SPARE_S) * 1000 };
}
