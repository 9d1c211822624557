import { failed, type StepOutcome } from '../execution/step-outcome.js';

/** Fails: no provider for services that are told of incidents is built in. The run goes on (behaviour P5, G9). */
export function executeToolStep(): StepOutcome {
  return failed('no_active_integration', 'Message could not be created', 'Nothing can send to tools');
}
