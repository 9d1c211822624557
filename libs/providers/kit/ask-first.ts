import { problemOf, silenceOf } from './classify.js';
import type { HttpAnswer, HttpRequest } from './http-exchange.js';
import type { World } from './provider.js';
import type { SendProblem } from './send-result.js';

/** What has to be done before a message is sent went wrong: the message has not left. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';

  constructor(readonly problem: SendProblem) {
    super(problem.error);
  }
}

/**
 * Makes a request that a message needs first, such as one for a token, and gives its successful answer. Throws
 * {@link NotSentError} otherwise: nobody need wonder whether the message was sent (behaviour S2).
 */
export async function askFirst(request: HttpRequest, { http, now }: Pick<World, 'http' | 'now'>): Promise<HttpAnswer> {
  let answer: HttpAnswer;
  try {
    answer = await http(request);
  } catch (error) {
    const silence = silenceOf(error);
    if (!silence) throw error;
    const { ambiguous: _ofTheMessage, ...problem } = silence;
    throw new NotSentError(problem);
  }
  if (answer.status < 200 || answer.status > 299) throw new NotSentError(problemOf(answer, now()));
  return answer;
}
