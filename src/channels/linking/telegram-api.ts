import { BadRequestException, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { GuardedHttp } from '../../platform/outbound-http/guarded-http.js';
import { isObject } from '../../platform/values/is-object.js';

const TIMEOUT_MS = 10_000;
const MAX_REASON_LENGTH = 200;

/** The form of bot tokens: a number, a colon, and a secret. It becomes part of a path. */
const BOT_TOKEN = /^\d+:[\w-]+$/;

/** The methods of Telegram's bot API that linking needs. */
@Injectable()
export class TelegramApi {
  constructor(
    private readonly http: GuardedHttp,
    private readonly config: Config,
  ) {}

  /** Returns the user name of the bot with a token. Throws 400 when Telegram refuses or cannot be reached. */
  async usernameOf(token: string): Promise<string> {
    const result = await this.call(token, 'getMe', {});
    if (isObject(result) && typeof result.username === 'string' && /^\w{1,64}$/.test(result.username)) {
      return result.username;
    }
    throw new BadRequestException('Telegram does not say which bot this is');
  }

  /** Makes Telegram post what the bot receives to `url`, with `secret` in a header. Throws 400 in the same cases. */
  async setWebhook(token: string, url: string, secret: string): Promise<void> {
    await this.call(token, 'setWebhook', { url, secret_token: secret, allowed_updates: ['message'] });
  }

  private async call(token: string, method: string, parameters: object): Promise<unknown> {
    if (!BOT_TOKEN.test(token)) throw new BadRequestException('The token is not that of a Telegram bot');
    const response = await this.http.send({
      method: 'POST',
      url: `${this.config.telegramUrl}/bot${token}/${method}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
      timeoutMs: TIMEOUT_MS,
    });
    if (!response.ok) throw new BadRequestException(`Telegram could not be asked: ${response.error}`);
    const { ok, result, description } = readJson(response.body);
    if (ok === true) return result;
    const reason = typeof description === 'string' ? description.slice(0, MAX_REASON_LENGTH) : response.statusCode;
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

/** A user has opened a link and pressed "Start", in a private chat with the bot. */
interface Start {
  token: string;
  chatId: number;
}

/** Reads an update of Telegram as a {@link Start}; undefined for any other message. */
export function readStart(update: unknown): Start | undefined {
  const message = isObject(update) ? update.message : undefined;
  if (!isObject(message) || !isObject(message.chat) || typeof message.text !== 'string') return undefined;
  const { id, type } = message.chat;
  // A group would receive the notifications of one subscriber.
  if (type !== 'private' || typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  const token = /^\/start(?:@\w+)? ([\w-]{1,64})$/.exec(message.text)?.[1];
  return token === undefined ? undefined : { token, chatId: id };
}
