import { BadRequestException, Injectable } from '@nestjs/common';
import { isObject } from '../../../platform/values/is-object.js';
import { Config } from '../../../platform/config/config.js';
import { GuardedHttp } from '../../../platform/outbound-http/guarded-http.js';

const TIMEOUT_MS = 10_000;
const MAX_REASON_LENGTH = 200;

/** What bots are known by: a number, a colon, and a secret. It becomes part of a path. */
const BOT_TOKEN = /^\d+:[\w-]+$/;

/** The few methods of Telegram's bot API that linking needs. */
@Injectable()
export class TelegramApi {
  constructor(
    private readonly http: GuardedHttp,
    private readonly config: Config,
  ) {}

  /** The user name of the bot with a token. Throws 400 when Telegram says no, or nothing. */
  async usernameOf(token: string): Promise<string> {
    const result = await this.call(token, 'getMe', {});
    if (isObject(result) && typeof result.username === 'string' && /^\w{1,64}$/.test(result.username)) {
      return result.username;
    }
    throw new BadRequestException('Telegram does not say which bot this is');
  }

  /** Has messages to the bot posted to an address, with `secret` in a header. Throws 400 as above. */
  async setWebhook(token: string, url: string, secret: string): Promise<void> {
    await this.call(token, 'setWebhook', { url, secret_token: secret, allowed_updates: ['message'] });
  }

  private async call(token: string, method: string, parameters: object): Promise<unknown> {
    if (!BOT_TOKEN.test(token)) throw new BadRequestException('The token is none of a Telegram bot');
    const answer = await this.http.send({
      method: 'POST',
      url: `${this.config.telegramUrl}/bot${token}/${method}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
      timeoutMs: TIMEOUT_MS,
    });
    if (!answer.ok) throw new BadRequestException(`Telegram could not be asked: ${answer.error}`);
    const { ok, result, description } = readJson(answer.body);
    if (ok === true) return result;
    const reason = typeof description === 'string' ? description.slice(0, MAX_REASON_LENGTH) : answer.statusCode;
    throw new BadRequestException(`Telegram refuses ${method}: ${reason}`);
  }
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
