import { type Channel, isChannel } from '../channels.js';
import {
  effectiveLayers,
  firstStated,
  isCritical,
  type PreferenceLayer,
  type PreferenceLayerName,
  type PreferenceLayers,
} from './preference-layers.js';

/** Which value decided: the channel's own, the one for all channels, or none, which means enabled (F4). */
export type PreferenceValueSource = 'channel' | 'all' | 'default';

/** Whether a channel is enabled, and why: the run's log names the layer (F11). */
export interface ChannelPreference {
  enabled: boolean;
  /** `default` if no layer has a value, or the step is not subject to preferences. */
  decidedBy: PreferenceLayerName | 'default';
  source: PreferenceValueSource;
}

const BY_DEFAULT: ChannelPreference = { enabled: true, decidedBy: 'default', source: 'default' };

/**
 * Returns whether the preferences let a step run (F1 to F5). Steps that are not a channel always pass. Otherwise the
 * highest layer with a value wins. For a critical workflow only its own layers apply, so critical does not force a
 * channel that the workflow itself disables.
 * @param critical whether the workflow is critical; by default, as stated by its layers
 */
export function resolveChannelPreference(
  stepType: string,
  layers: PreferenceLayers,
  critical: boolean = isCritical(layers),
): ChannelPreference {
  if (!isChannel(stepType)) return BY_DEFAULT;
  const stated = firstStated(effectiveLayers(critical), (name) => statedBy(layers[name], stepType));
  return stated ? { ...stated.value, decidedBy: stated.layer } : BY_DEFAULT;
}

type StatedValue = Omit<ChannelPreference, 'decidedBy'>;

/** Returns the value of one layer for a channel: its own value, else the one for all channels (F4). */
function statedBy(layer: PreferenceLayer | null | undefined, channel: Channel): StatedValue | undefined {
  const own = layer?.channels?.[channel]?.enabled;
  if (own !== undefined) return { enabled: own, source: 'channel' };
  const all = layer?.all?.enabled;
  return all === undefined ? undefined : { enabled: all, source: 'all' };
}
