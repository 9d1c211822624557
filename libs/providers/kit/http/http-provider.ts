import {
  addressed,
  type ChatContent,
  type Content,
  type EmailContent,
  type PushContent,
  type SmsContent,
  type ToolContent,
} from '../content.js';
import type {
  AddressOutcome,
  ChatProvider,
  EmailProvider,
  Provider,
  ProviderMessage,
  ProviderResult,
  PushProvider,
  Refusal,
  SmsProvider,
  World,
} from '../provider.js';
import { type Account, AccountError, withoutSecrets } from '../account.js';
import { type Fault, type Ruling, ruled, statusRuling } from '../fault.js';
import { fit } from '../fit.js';
import { at, idAt, readJson } from '../json.js';
import type { AccessTokens } from '../access-tokens.js';
import { HttpRequest, HttpResponse } from './http-exchange.js';
import { withPassthrough } from './overrides.js';
import { reasonIn } from '../../webhooks/suppressions.js';
import { formBody, jsonBody } from './request-bodies.js';
import { isSuccess, problemFor, refusalOf, unclearProblem, unreachableProblem, type Verdict } from './read-response.js';

/** A request. Without a method it is a POST, and its body may be given as JSON or as the fields of a form. */
export interface Draft extends Partial<HttpRequest> {
  url: string;
  json?: unknown;
  form?: Parameters<typeof formBody>[0];
}

function completed({ json, form, ...request }: Draft): HttpRequest {
  const body = form ? formBody(form) : json === undefined ? { headers: {} } : jsonBody(json);
  return { method: 'POST', ...body, ...request, headers: { ...body.headers, ...request.headers } };
}

/** A request that must succeed before the message can be sent, such as one for a token, has failed. */
export class EarlierProblem extends Error {
  override readonly name = 'EarlierProblem';

  constructor(readonly problem: Refusal) {
    super(problem.error);
  }
}

/**
 * Makes a request that must succeed before the message can be sent, such as one for a token. When it fails, throws
 * {@link EarlierProblem}, which is never ambiguous, because the message has not been sent. A refusal is the account's
 * fault, unless `refused` says otherwise.
 */
export async function preliminaryRequest(
  request: Draft,
  world: World,
  refused?: (response: HttpResponse) => Ruling | undefined,
): Promise<HttpResponse> {
  try {
    const response = await world.http(completed(request));
    if (isSuccess(response)) return response;
    const ruling = statusRuling(response.status) === 'passing' ? 'passing' : 'account';
    throw new EarlierProblem(refusalOf(response, world.now(), refused?.(response) ?? ruling));
  } catch (error) {
    const unreachable = unreachableProblem(error);
    if (!unreachable) throw error;
    const { ambiguous: _messageNotSent, ...problem } = unreachable;
    throw new EarlierProblem(problem);
  }
}

/** How the request to a service is built, and how its response is read. */
export interface HttpProviderDescription<C extends Content> extends Omit<Provider<C>, 'send' | 'channel'> {
  /** Builds the request. May throw {@link AccountError} when the account is incomplete. */
  request: (message: ProviderMessage<C>, account: Account, world: World) => Draft | Promise<Draft>;
  /** Signs the final request, which already contains what the trigger adds. */
  sign?: (request: HttpRequest, account: Account, world: World) => HttpRequest;
  /**
   * The provider's id of an accepted message: its path in the response's JSON, or a function. Without the id at the path
   * it is unknown whether the message was accepted, unless its documentation does not promise it (`optionalId`).
   */
  messageId?: string | ((response: HttpResponse, account: Account) => string | undefined);
  optionalId?: true;
  /** What the body of a 2xx response says, where the status alone does not say it. */
  verdict?: (body: string) => Verdict;
  /** The provider's codes of a refusal: their paths in the response's JSON, separated by blanks, or a function. */
  code?: string | ((response: HttpResponse) => unknown);
  /** The path of a waiting time in seconds in the response's JSON. */
  wait?: string;
  /** Whose address and credentials are used; default: the account's. */
  access?: (content: C) => Fault;
  /** What no table can say. Undefined: the table and the status decide. Secrets in its text are removed. */
  problem?: (response: HttpResponse, now: Date, content: C) => Refusal | undefined;
  /** Outcomes of single addresses, when the response has some. */
  addresses?: (response: HttpResponse, content: C) => AddressOutcome[] | undefined;
  /** Whether a refusal means that an earlier attempt was accepted and its response was lost (behaviour S2). */
  isRepetition?: (response: HttpResponse) => boolean;
  /** The cached tokens that requests are authenticated with, and whether a problem means that one is refused. */
  tokens?: AccessTokens;
  isTokenRefused?: (problem: Refusal) => boolean;
  /** Secrets in the message itself, such as its target address. */
  secrets?: (content: C) => readonly string[];
}

/** A provider that needs one request per message. */
function httpProvider<C extends Content>(channel: C['channel'], description: HttpProviderDescription<C>): Provider<C> {
  const { request, sign, messageId, optionalId, verdict, code, faults, wait, access, problem, ...others } = description;
  const { addresses, isRepetition, tokens, isTokenRefused = ({ statusCode }) => statusCode === 401, ...rest } = others;
  const { secrets, ...entry } = rest;
  return {
    ...entry,
    faults,
    channel,
    async send(message, account, world): Promise<ProviderResult> {
      const content = addressed(fit(message.content, entry.limits).content);
      const before = tokens?.current(account);
      let result = await attempt({ ...message, content }, account, world);
      if (!result.ok && tokens && isTokenRefused(result) && tokens.replace(account, before, world.now())) {
        result = await attempt({ ...message, content }, account, world);
      }
      return withoutSecretsOf(result, account, secrets?.(content));
    },
  };

  async function attempt(message: ProviderMessage<C>, account: Account, world: World): Promise<ProviderResult> {
    const { content, overrides } = message;
    try {
      const complete = withPassthrough(completed(await request(message, account, world)), overrides);
      const response = await world.http(sign?.(complete, account, world) ?? complete);
      if (isRepetition?.(response)) return { ok: true };
      const result = resultOf(response, world.now(), content, account);
      const outcomes = addresses?.(response, content);
      return outcomes?.some(({ ok }) => ok !== result.ok) ? { ...result, addresses: outcomes } : result;
    } catch (error) {
      if (error instanceof EarlierProblem) return error.problem;
      return unreachableProblem(error, access?.(content)) ?? buildProblem(error);
    }
  }

  function resultOf(response: HttpResponse, now: Date, content: C, account: Account): ProviderResult {
    const special = problem?.(response, now, content);
    if (special) return special;
    const said = isSuccess(response) ? (verdict?.(response.body) ?? 'accepted') : {};
    if (typeof said === 'object') {
      const seconds = wait === undefined ? undefined : at(readJson(response.body), wait);
      const codes = codesOf(response);
      const ruling = ruled(faults ?? {}, codes, response.body) ?? statusRuling(response.status, access?.(content));
      const suppress = codes.map((one) => reasonIn(entry.suppresses ?? {}, one)).find((reason) => reason);
      const refusal = refusalOf(response, now, ruling, { error: said.refused, seconds });
      return suppress ? { ...refusal, suppress } : refusal;
    }
    const id = typeof messageId === 'string' ? idAt(response.body, messageId) : messageId?.(response, account);
    const isOpen = typeof messageId === 'string' && !optionalId && id === undefined;
    if (said === 'unknown' || isOpen) return unclearProblem(response, now);
    return { ok: true, ...(id !== undefined && { id }) };
  }

  function codesOf(response: HttpResponse): unknown[] {
    const json = typeof code === 'string' ? readJson(response.body) : {};
    return typeof code === 'string' ? code.split(' ').map((path) => at(json, path)) : [code?.(response)].flat();
  }
}

/** A result whose texts have no secrets of the account, nor others. */
export function withoutSecretsOf(
  result: ProviderResult,
  account: Account,
  secrets?: readonly string[],
): ProviderResult {
  const clean = (error: string): string => withoutSecrets(error, account, secrets);
  const addresses = result.addresses?.map((one) => ({ ...one, ...(one.error && { error: clean(one.error) }) }));
  return { ...result, ...(!result.ok && { error: clean(result.error) }), ...(addresses && { addresses }) };
}

/** An error while building the request would occur at every attempt. */
function buildProblem(error: unknown): Refusal {
  if (error instanceof AccountError) return problemFor(error.fault, error.message);
  return problemFor('content', `the request could not be written: ${String(error)}`);
}

type Description<C extends Content> = HttpProviderDescription<C>;

export const emailProvider = (of: Description<EmailContent>): EmailProvider => httpProvider('email', of);
export const smsProvider = (of: Description<SmsContent>): SmsProvider => httpProvider('sms', of);
export function pushProvider(of: Description<PushContent>): PushProvider {
  const provider = httpProvider('push', of);
  const cannot = problemFor('content', `${of.name} sends no silent notifications: give the step a subject or a body`);
  return {
    ...provider,
    send: (message, account, world) =>
      message.content.silent && !of.sendsSilent ? Promise.resolve(cannot) : provider.send(message, account, world),
  };
}
export const toolProvider = (of: Description<ToolContent>): Provider<ToolContent> => httpProvider('tool', of);
export const chatProvider = (of: Description<ChatContent> & Pick<ChatProvider, 'escape'>): ChatProvider =>
  httpProvider('chat', of);
