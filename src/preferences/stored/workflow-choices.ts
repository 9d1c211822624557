import { ALL_CHANNELS, type PreferenceChannel } from '#libs/preferences/channels.js';
import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';

/** A value for each workflow that has one, by its id in hex. */
type ByWorkflow = Record<string, boolean>;
type ByChannel = Partial<Record<PreferenceChannel, ByWorkflow>>;

/**
 * What one subscriber has chosen for single workflows: by channel first and by workflow second. So a global choice for
 * a channel can clear what was chosen for it in every workflow (behaviour F6) by taking away one member, in the same
 * update that stores the choice.
 */
export interface WorkflowChoices {
  /** The values for single channels. */
  channels?: ByChannel;
  /** The values for all channels of a workflow that have none themselves. */
  all?: ByWorkflow;
  /** {@link all} written out: what is left of it, channel by channel, when a global choice has taken one away. */
  filled?: ByChannel;
  /** When the subscriber last chose something for the workflow. */
  changedAt?: Record<string, Date>;
}

/** What the subscriber states for one workflow; undefined when that is nothing. */
export function workflowLayer(choices: WorkflowChoices | undefined, workflowId: string): PreferenceLayer | undefined {
  if (!choices) return undefined;
  const all = choices.all?.[workflowId];
  const channels: NonNullable<PreferenceLayer['channels']> = {};
  for (const channel of ALL_CHANNELS) {
    const own = choices.channels?.[channel]?.[workflowId];
    const enabled = own ?? (all === undefined ? choices.filled?.[channel]?.[workflowId] : undefined);
    if (enabled !== undefined) channels[channel] = { enabled };
  }
  if (all !== undefined) return { all: { enabled: all }, channels };
  return Object.keys(channels).length > 0 ? { channels } : undefined;
}

/** The members of {@link WorkflowChoices} that {@link workflowLayer} reads for one workflow, as paths. */
export function pathsOfWorkflow(workflowId: string): string[] {
  const maps = ALL_CHANNELS.flatMap((channel) => [`channels.${channel}`, `filled.${channel}`]);
  return ['all', ...maps].map((map) => `${map}.${workflowId}`);
}
