import { AccessTokens, type AccessToken } from '../../kit/proof/access-tokens.js';
import { text } from '../../kit/account/account.js';
import { askFirst, EarlierProblem } from '../../kit/http/earlier-request.js';
import type { Account, World } from '../../kit/provider.js';
import { idAt, readJson } from '../../kit/http/read-json.js';
import { formBody, jsonBody } from '../../kit/http/request-bodies.js';

/** Where bots of Teams send to, wherever the tenant is. */
export const BOT_API = 'https://smba.trafficmanager.net/teams';

/** Tokens are replaced so long before they end: messages that are on their way must still arrive with them. */
const EARLY_MS = 300_000;

const tokens = new AccessTokens();

/** The `Authorization` of the bot that an account is of. Throws an `EarlierProblem` when no token is to be had. */
export async function botAuthorization(account: Account, world: World): Promise<string> {
  return `Bearer ${await tokens.of(account, world.now(), () => fetchToken(account, world))}`;
}

export function forgetBot(account: Account): void {
  tokens.forget(account);
}

/** The id of the bot's conversation with somebody of the tenant, which there is one of, however often it is started. */
export async function startConversation(
  userId: string,
  authorization: string,
  account: Account,
  world: World,
): Promise<string> {
  const tenantId = text(account, 'tenantId');
  const conversation = {
    isGroup: false,
    bot: { id: `28:${text(account, 'clientId')}` },
    members: [{ id: userId }],
    tenantId,
    channelData: { tenant: { id: tenantId } },
  };
  const url = `${BOT_API}/v3/conversations`;
  const { body } = await askFirst({ method: 'POST', url, ...jsonBody(conversation, { authorization }) }, world);
  const id = idAt(body, 'id');
  if (id === undefined) throw unreadable('Microsoft Teams has not named the conversation');
  return id;
}

async function fetchToken(account: Account, world: World): Promise<AccessToken> {
  const tenant = encodeURIComponent(text(account, 'tenantId'));
  const { body } = await askFirst(
    {
      method: 'POST',
      url: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
      ...formBody({
        grant_type: 'client_credentials',
        client_id: text(account, 'clientId'),
        client_secret: text(account, 'secretKey'),
        scope: 'https://api.botframework.com/.default',
      }),
    },
    world,
  );
  const { access_token: token, expires_in: seconds } = readJson(body);
  if (typeof token !== 'string' || token === '') throw unreadable('Microsoft has not given a token');
  return { token, lifetimeMs: typeof seconds === 'number' ? seconds * 1000 - EARLY_MS : 0 };
}

function unreadable(error: string): EarlierProblem {
  return new EarlierProblem({ ok: false, kind: 'transient', error });
}
