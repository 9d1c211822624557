import { type Sampler, SamplingDecision, type SamplingResult } from '@opentelemetry/sdk-trace-base';

/** Traces that begin in a process within a second, and are recorded. */
const TRACES_PER_SECOND = 100;

/**
 * Records the first traces that begin within each second. Beyond that the SDK, which sends one batch of spans at a time, would
 * drop spans of all traces, and recording them would cost the others more than it tells (behaviour TR7).
 */
export class FirstTraces implements Sampler {
  private second = 0;
  private begun = 0;

  /** `now`: milliseconds of a clock that is never put back. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  shouldSample(): SamplingResult {
    const second = Math.floor(this.now() / 1000);
    if (second !== this.second) [this.second, this.begun] = [second, 0];
    this.begun += 1;
    const isRecorded = this.begun <= TRACES_PER_SECOND;
    return { decision: isRecorded ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
  }

  toString(): string {
    return `FirstTraces{${TRACES_PER_SECOND} per second}`;
  }
}
