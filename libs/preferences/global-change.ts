import { ALL_CHANNELS, type PreferenceChannel, type PreferenceLayer } from './preference-layers.js';

/** A stored layer of one subscriber for one workflow. */
export interface StoredWorkflowPreference {
  workflowId: string;
  layer: PreferenceLayer;
}

/** What a change of the global preferences does to one of them. */
export interface ClearedWorkflowPreference {
  workflowId: string;
  /** The channels that no longer have a value of their own here. */
  cleared: PreferenceChannel[];
  /** The layer to store instead; undefined when nothing is left of it. */
  layer: PreferenceLayer | undefined;
}

/**
 * The per-workflow values that a change of the subscriber's global preferences clears, so that it takes effect at once
 * (F6). The caller passes the stored values of the same environment and context set only.
 *
 * A channel set globally loses its per-workflow value. Where that value came from the workflow's setting for all
 * channels, this setting is written out for the other channels, which keep what they had. A global change for all
 * channels clears every channel.
 */
export function clearedByGlobalChange(
  change: PreferenceLayer,
  stored: readonly StoredWorkflowPreference[],
): ClearedWorkflowPreference[] {
  const changed = changedChannels(change);
  return stored.flatMap(({ workflowId, layer }) => {
    const written = writtenOut(layer);
    const cleared = changed.filter((channel) => written[channel] !== undefined);
    if (cleared.length === 0) return [];
    const left = Object.entries(written).filter(([channel]) => !cleared.some((name) => name === channel));
    return [{ workflowId, cleared, layer: left.length > 0 ? { channels: Object.fromEntries(left) } : undefined }];
  });
}

function changedChannels(change: PreferenceLayer): PreferenceChannel[] {
  if (change.all?.enabled !== undefined) return [...ALL_CHANNELS];
  return ALL_CHANNELS.filter((channel) => change.channels?.[channel]?.enabled !== undefined);
}

/** A layer with its setting for all channels written out per channel. */
function writtenOut(layer: PreferenceLayer): Partial<Record<PreferenceChannel, { enabled: boolean }>> {
  const written: Partial<Record<PreferenceChannel, { enabled: boolean }>> = {};
  for (const channel of ALL_CHANNELS) {
    const enabled = layer.channels?.[channel]?.enabled ?? layer.all?.enabled;
    if (enabled !== undefined) written[channel] = { enabled };
  }
  return written;
}
