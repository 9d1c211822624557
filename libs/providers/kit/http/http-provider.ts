import { AccountError } from '../account/account.js';
import { problemOf, silenceOf } from './classify.js';
import type { Content } from '../content.js';
import { EarlierProblem } from './earlier-request.js';
import type { HttpResponse, HttpRequest } from './http-exchange.js';
import { isSuccess } from './is-success.js';
import { withPassthrough } from './passthrough.js';
import type { Account, Provider, ProviderMessage, World } from '../provider.js';
import type { SendProblem, SendResult } from '../send-result.js';
import { withoutSecrets } from '../account/without-secrets.js';

/** How one request to a service is written, and how its answer is read. */
interface HttpProviderDescription<C extends Content> extends Omit<Provider<C>, 'send'> {
  /** Writes the request. May throw {@link AccountError} when the account lacks something. */
  request: (message: ProviderMessage<C>, account: Account, world: World) => HttpRequest | Promise<HttpRequest>;
  /** Proves a request that is complete: what the trigger adds is in it already, and nothing changes it any more. */
  sign?: (request: HttpRequest, account: Account, world: World) => HttpRequest;
  /** The provider's id of a message it has accepted. An answer that cannot be read is no reason to send again. */
  messageId?: (answer: HttpResponse, account: Account) => string | undefined;
  /**
   * What the answer says beyond its status: a refusal with status 200, a device that is gone. Undefined: the status
   * decides, 2xx being success. Its words need not be free of secrets.
   */
  problem?: (answer: HttpResponse, now: Date) => SendProblem | undefined;
  /** Whether a refusal says that the same message has been accepted before, when its answer was lost (behaviour S2). */
  isRepetition?: (answer: HttpResponse) => boolean;
  /** What is secret of a message itself, such as the address that it goes to. */
  secrets?: (content: C) => readonly string[];
}

/** A provider that is sent one request per message. */
export function httpProvider<C extends Content>(description: HttpProviderDescription<C>): Provider<C> {
  const { request, sign, messageId, problem, isRepetition, secrets, ...entry } = description;
  return {
    ...entry,
    async send(message, account, world): Promise<SendResult> {
      const result = await attempt(message, account, world);
      if (result.ok) return result;
      return { ...result, error: withoutSecrets(result.error, account, secrets?.(message.content)) };
    },
  };

  async function attempt(message: ProviderMessage<C>, account: Account, world: World): Promise<SendResult> {
    try {
      const written = withPassthrough(await request(message, account, world), message.overrides);
      const answer = await world.http(sign?.(written, account, world) ?? written);
      if (isRepetition?.(answer)) return { ok: true };
      const refused = problem?.(answer, world.now());
      if (refused) return refused;
      if (!isSuccess(answer)) return problemOf(answer, world.now());
      const id = messageId?.(answer, account);
      return { ok: true, ...(id !== undefined && { id }) };
    } catch (error) {
      return error instanceof EarlierProblem ? error.problem : (silenceOf(error) ?? ownMistake(error));
    }
  }
}

/** What keeps a request from being written will keep it from it the next time, too. */
function ownMistake(error: unknown): SendProblem {
  const words = error instanceof AccountError ? error.message : `the request could not be written: ${String(error)}`;
  return { ok: false, kind: 'permanent', error: words };
}
