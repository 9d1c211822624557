import type { Channel, Integration } from '../../integrations/integration.schema.js';

/** An integration, and the mark of the one that is used when nothing else decides. */
type Candidate = Integration & { primary?: boolean };

/**
 * The integration an email or SMS step sends through: the one the trigger names, without falling back to another
 * (behaviour G2, G3), else the primary, else the newest. Undefined when there is none (G9).
 */
export function selectIntegration(
  integrations: readonly Candidate[],
  channel: Channel,
  identifier: unknown,
): Integration | undefined {
  const ofChannel = integrations.filter((one) => one.channel === channel);
  if (typeof identifier === 'string') return ofChannel.find((one) => one.identifier === identifier);
  return ofChannel.find(({ primary }) => primary === true) ?? ofChannel[0];
}
