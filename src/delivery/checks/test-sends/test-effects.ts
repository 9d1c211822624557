import type { BridgeClient } from '../../../workflows/bridge/bridge-client.js';
import type { SuppressionLists } from '../../../suppressions/suppression-lists.service.js';
import type { DigestedEvent, OutgoingMessage, StepEffects, TimedResult } from '../../engine/step-effects.js';
import { SimulatedEffects } from '../../preview/simulation/simulated-run.js';

/** The effects of a test: messages are sent as in a delivery, everything else is as in a simulation (behaviour CK20). */
export class TestEffects extends SimulatedEffects {
  constructor(
    event: DigestedEvent,
    bridge: Pick<BridgeClient, 'step'>,
    suppressions: Pick<SuppressionLists, 'find'>,
    private readonly real: Pick<StepEffects, 'send'>,
  ) {
    super(event, bridge, suppressions);
  }

  override async send(message: OutgoingMessage): Promise<TimedResult> {
    const sent = await this.real.send(message);
    return sent ?? super.send(message);
  }
}
