/** Why a message was not sent. */
export interface SendProblem {
  ok: false;
  /**
   * `transient`: it may go well later. `permanent`: the same request will never be accepted. `invalid_target`: the
   * device or address does not exist any more, and must not be used again (behaviour U3).
   */
  kind: 'transient' | 'permanent' | 'invalid_target';
  /** In words, with the provider's own; never with a secret. */
  error: string;
  /** Status of the answer; absent when there was none. */
  statusCode?: number;
  /** How long the provider wants to be left alone, in milliseconds. */
  retryAfterMs?: number;
  /** There was no answer: the message may have been sent all the same (behaviour S2). */
  ambiguous?: boolean;
}

/** What became of a message. `id`: by which the provider will report about it, where it has told (behaviour S8). */
export type SendResult = { ok: true; id?: string } | SendProblem;
