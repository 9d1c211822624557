import type { Integration } from '../integration.schema.js';
import { supportsPrimary } from './supports-primary.js';

/** What decides whether an integration can be primary. */
export type PrimaryFacts = Pick<Integration, 'channel' | 'active' | 'conditions' | 'environmentId'>;

/** Active and without conditions, in a channel that knows primary integrations (behaviour G5, G6). */
export function canBePrimary({ channel, active, conditions }: Omit<PrimaryFacts, 'environmentId'>): boolean {
  return supportsPrimary(channel) && active && conditions.length === 0;
}

/**
 * What a change makes of the primary mark: false takes it, true gives it unless another integration has it, undefined
 * leaves it. It is given when the request says something about the activity, the conditions or the environment, so that
 * renaming an integration makes nothing primary.
 */
export function primaryAfter(
  before: PrimaryFacts & Pick<Integration, 'primary'>,
  after: PrimaryFacts,
  isAboutSending: boolean,
): boolean | undefined {
  if (!supportsPrimary(after.channel)) return undefined;
  if (!canBePrimary(after)) return false;
  if (before.primary && before.environmentId.equals(after.environmentId)) return undefined;
  return isAboutSending ? true : undefined;
}
