import type { Content } from '../content.js';
import type { Provider, ProviderMessage, SendProblem, SendResult, World } from '../provider.js';
import { type Account, AccountError, withoutSecrets } from '../account.js';
import { HttpRequest, HttpResponse } from './http-exchange.js';
import { withPassthrough } from './overrides.js';
import { isSuccess, problemOf, silenceOf } from './read-response.js';

/** Something that a message needs before it can go was not to be had. */
export class EarlierProblem extends Error {
  override readonly name = 'EarlierProblem';

  constructor(readonly problem: SendProblem) {
    super(problem.error);
  }
}

/**
 * Makes a request that must succeed before a message can go, such as one for a token. Throws {@link EarlierProblem} unless
 * it does; it is never ambiguous, for the message has not left.
 */
export async function askFirst(request: HttpRequest, world: World): Promise<HttpResponse> {
  try {
    const response = await world.http(request);
    if (!isSuccess(response)) throw new EarlierProblem(problemOf(response, world.now()));
    return response;
  } catch (error) {
    const silence = silenceOf(error);
    if (!silence) throw error;
    const { ambiguous: _nothingHasLeft, ...problem } = silence;
    throw new EarlierProblem(problem);
  }
}

/** How one request to a service is written, and how its answer is read. */
interface HttpProviderDescription<C extends Content> extends Omit<Provider<C>, 'send'> {
  /** Writes the request. May throw {@link AccountError} when the account lacks something. */
  request: (message: ProviderMessage<C>, account: Account, world: World) => HttpRequest | Promise<HttpRequest>;
  /** Proves a request that is complete: what the trigger adds is in it already, and nothing changes it any more. */
  sign?: (request: HttpRequest, account: Account, world: World) => HttpRequest;
  /** The provider's id of a message it has accepted. An answer that cannot be read is no reason to send again. */
  messageId?: (response: HttpResponse, account: Account) => string | undefined;
  /**
   * What the answer says beyond its status: a refusal with status 200, a device that is gone. Undefined: the status
   * decides, 2xx being success. Its words need not be free of secrets.
   */
  problem?: (response: HttpResponse, now: Date) => SendProblem | undefined;
  /** Whether a refusal says that the same message has been accepted before, when its answer was lost (behaviour S2). */
  isRepetition?: (response: HttpResponse) => boolean;
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
      const response = await world.http(sign?.(written, account, world) ?? written);
      if (isRepetition?.(response)) return { ok: true };
      const refused = problem?.(response, world.now());
      if (refused) return refused;
      if (!isSuccess(response)) return problemOf(response, world.now());
      const id = messageId?.(response, account);
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
