import { SamplingDecision } from '@opentelemetry/sdk-trace-base';
import { FirstTraces } from './first-traces.js';

it('TR7: the first hundred traces of each second are recorded', () => {
  let now = 7_300;
  const sampler = new FirstTraces(() => now);
  const recorded = (times: number) =>
    Array.from({ length: times }, () => sampler.shouldSample().decision).filter(
      (decision) => decision === SamplingDecision.RECORD_AND_SAMPLED,
    ).length;
  expect(recorded(60)).toBe(60);
  now = 7_999;
  expect(recorded(60)).toBe(40);
  now = 8_000;
  expect(recorded(150)).toBe(100);
});
