import { problemOf, silenceOf } from './classify.js';
import type { HttpResponse, HttpRequest } from './http-exchange.js';
import { isSuccess } from './is-success.js';
import type { World } from '../provider.js';
import type { SendProblem } from '../send-result.js';

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
    const answer = await world.http(request);
    if (!isSuccess(answer)) throw new EarlierProblem(problemOf(answer, world.now()));
    return answer;
  } catch (error) {
    const silence = silenceOf(error);
    if (!silence) throw error;
    const { ambiguous: _nothingHasLeft, ...problem } = silence;
    throw new EarlierProblem(problem);
  }
}
