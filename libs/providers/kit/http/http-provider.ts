import type { Content } from '../content.js';
import type { Provider, ProviderMessage, SendProblem, SendResult, World } from '../provider.js';
import { type Account, AccountError, withoutSecrets } from '../account.js';
import { HttpRequest, HttpResponse } from './http-exchange.js';
import { withPassthrough } from './overrides.js';
import { isSuccess, problemOf, unreachableProblem } from './read-response.js';

/** A request that must succeed before the message can be sent, such as one for a token, has failed. */
export class EarlierProblem extends Error {
  override readonly name = 'EarlierProblem';

  constructor(readonly problem: SendProblem) {
    super(problem.error);
  }
}

/**
 * Makes a request that must succeed before the message can be sent, such as one for a token. When it fails, throws
 * {@link EarlierProblem}, which is never ambiguous, because the message has not been sent.
 */
export async function preliminaryRequest(request: HttpRequest, world: World): Promise<HttpResponse> {
  try {
    const response = await world.http(request);
    if (!isSuccess(response)) throw new EarlierProblem(problemOf(response, world.now()));
    return response;
  } catch (error) {
    const unreachable = unreachableProblem(error);
    if (!unreachable) throw error;
    const { ambiguous: _messageNotSent, ...problem } = unreachable;
    throw new EarlierProblem(problem);
  }
}

/** How the request to a service is built, and how its response is read. */
interface HttpProviderDescription<C extends Content> extends Omit<Provider<C>, 'send'> {
  /** Builds the request. May throw {@link AccountError} when the account is incomplete. */
  request: (message: ProviderMessage<C>, account: Account, world: World) => HttpRequest | Promise<HttpRequest>;
  /** Signs the final request, which already contains what the trigger adds. */
  sign?: (request: HttpRequest, account: Account, world: World) => HttpRequest;
  /** The provider's id of an accepted message. An unreadable response is no reason to send again. */
  messageId?: (response: HttpResponse, account: Account) => string | undefined;
  /**
   * A problem that the status alone does not show: a refusal with status 200, a device that no longer exists.
   * Undefined: the status decides, and 2xx is success. Its text may contain secrets; they are removed.
   */
  problem?: (response: HttpResponse, now: Date) => SendProblem | undefined;
  /** Whether a refusal means that an earlier attempt was accepted and its response was lost (behaviour S2). */
  isRepetition?: (response: HttpResponse) => boolean;
  /** Secrets in the message itself, such as its target address. */
  secrets?: (content: C) => readonly string[];
}

/** A provider that needs one request per message. */
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
      const complete = withPassthrough(await request(message, account, world), message.overrides);
      const response = await world.http(sign?.(complete, account, world) ?? complete);
      if (isRepetition?.(response)) return { ok: true };
      const refused = problem?.(response, world.now());
      if (refused) return refused;
      if (!isSuccess(response)) return problemOf(response, world.now());
      const id = messageId?.(response, account);
      return { ok: true, ...(id !== undefined && { id }) };
    } catch (error) {
      return error instanceof EarlierProblem ? error.problem : (unreachableProblem(error) ?? buildProblem(error));
    }
  }
}

/** An error while building the request is permanent: it would occur at every attempt. */
function buildProblem(error: unknown): SendProblem {
  const reason = error instanceof AccountError ? error.message : `the request could not be written: ${String(error)}`;
  return { ok: false, kind: 'permanent', error: reason };
}
