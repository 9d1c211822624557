import type { Channel } from '../channels.js';
import { ALL_CHANNELS, type PreferenceLayer } from './preference-layers.js';

/** A stored layer of one subscriber for one workflow. */
export interface StoredWorkflowPreference {
  workflowId: string;
  layer: PreferenceLayer;
}

/** The effect of a change of the global preferences on one stored layer. */
export interface ClearedWorkflowPreference {
  workflowId: string;
  /** The channels that no longer have a value of their own in this layer. */
  cleared: Channel[];
  /** The layer to store instead; undefined if nothing is left of it. */
  layer: PreferenceLayer | undefined;
}

/**
 * Returns the per-workflow values that a change of the subscriber's global preferences clears, so that it takes
 * effect immediately (F6). The caller passes only the stored values of the same environment and context set.
 *
 * A channel set globally loses its per-workflow value. If that value came from the workflow's setting for all
 * channels, the setting is expanded to the other channels, which keep their values. A global change for all channels
 * clears every channel.
 */
export function clearedByGlobalChange(
  change: PreferenceLayer,
  stored: readonly StoredWorkflowPreference[],
): ClearedWorkflowPreference[] {
  const changed = changedChannels(change);
  return stored.flatMap(({ workflowId, layer }) => {
    const values = expanded(layer);
    const cleared = changed.filter((channel) => values[channel] !== undefined);
    if (cleared.length === 0) return [];
    const left = Object.entries(values).filter(([channel]) => !cleared.some((name) => name === channel));
    return [{ workflowId, cleared, layer: left.length > 0 ? { channels: Object.fromEntries(left) } : undefined }];
  });
}

function changedChannels(change: PreferenceLayer): Channel[] {
  if (change.all?.enabled !== undefined) return [...ALL_CHANNELS];
  return ALL_CHANNELS.filter((channel) => change.channels?.[channel]?.enabled !== undefined);
}

/** Expands a layer's setting for all channels to single channels. */
function expanded(layer: PreferenceLayer): Partial<Record<Channel, { enabled: boolean }>> {
  const values: Partial<Record<Channel, { enabled: boolean }>> = {};
  for (const channel of ALL_CHANNELS) {
    const enabled = layer.channels?.[channel]?.enabled ?? layer.all?.enabled;
    if (enabled !== undefined) values[channel] = { enabled };
  }
  return values;
}
