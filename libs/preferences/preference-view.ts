import { type Channel, isChannel } from '../channels.js';
import {
  effectiveLayers,
  firstStated,
  isCritical,
  PREFERENCE_CHANNELS,
  type PreferenceLayer,
  type PreferenceLayerName,
  type PreferenceLayers,
} from './preference-layers.js';
import { type ChannelPreference, resolveChannelPreference } from './resolve-preference.js';

/** The source of the value, as named by the read endpoints (F9). */
export type OverrideSource = 'template' | 'workflowOverride' | 'subscriber';

/** The preferences of one workflow, as returned to the subscriber. */
export interface WorkflowPreferenceView {
  /** The workflow as a whole: the value for all channels. */
  enabled: boolean;
  channels: Partial<Record<Channel, boolean>>;
  overrides: { channel: Channel; source: OverrideSource }[];
}

/** The subscriber's global preferences, as returned to the subscriber. */
export interface GlobalPreferenceView {
  enabled: boolean;
  channels: Partial<Record<Channel, boolean>>;
}

const SOURCES: Record<ChannelPreference['decidedBy'], OverrideSource> = {
  subscriberWorkflow: 'subscriber',
  subscriberCategory: 'subscriber',
  subscriberGlobal: 'subscriber',
  workflowUser: 'workflowOverride',
  workflowResource: 'template',
  default: 'template',
};

/** The part of a step that a workflow's view reads. */
export interface PreferenceStep {
  type: string;
  active?: boolean;
}

/**
 * Returns the view of one workflow: the channels of its active steps (F7), each with its effective value and the source of
 * it (F9). `resolveChannelPreference` decides both.
 */
export function workflowPreferenceView(
  steps: readonly PreferenceStep[],
  layers: PreferenceLayers,
  critical: boolean = isCritical(layers),
): WorkflowPreferenceView {
  const view: WorkflowPreferenceView = { enabled: workflowEnabled(layers, critical), channels: {}, overrides: [] };
  for (const { type, active } of steps) {
    if (active === false || !isChannel(type) || view.channels[type] !== undefined) continue;
    const { enabled, decidedBy } = resolveChannelPreference(type, layers, critical);
    view.channels[type] = enabled;
    view.overrides.push({ channel: type, source: SOURCES[decidedBy] });
  }
  return view;
}

/** Returns the view of the subscriber's global preferences: a channel without a value is enabled. */
export function globalPreferenceView(layer: PreferenceLayer | null | undefined): GlobalPreferenceView {
  const all = layer?.all?.enabled ?? true;
  const channels = PREFERENCE_CHANNELS.map((channel) => [channel, layer?.channels?.[channel]?.enabled ?? all] as const);
  return { enabled: all, channels: Object.fromEntries(channels) };
}

/**
 * Returns the view of a category: whether each of these channels is enabled in it, as far as the subscriber has chosen. Single
 * workflows may differ.
 */
export function categoryPreferenceView(
  channels: Iterable<Channel>,
  { subscriberCategory, subscriberGlobal }: Pick<PreferenceLayers, 'subscriberCategory' | 'subscriberGlobal'>,
): Partial<Record<Channel, boolean>> {
  const layers = { subscriberCategory, subscriberGlobal };
  return Object.fromEntries(
    [...channels].map((channel) => [channel, resolveChannelPreference(channel, layers, false).enabled]),
  );
}

function workflowEnabled(layers: PreferenceLayers, critical: boolean): boolean {
  const read = (name: PreferenceLayerName): boolean | undefined => layers[name]?.all?.enabled;
  return firstStated(effectiveLayers(critical), read)?.value ?? true;
}
