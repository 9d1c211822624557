import type { Channel } from '../channels.js';

/**
 * By channel, in the order of clients, whether it is one of the global preferences. `tool`, which newer clients support, is
 * listed only for workflows with such a step.
 */
const IS_GLOBAL = { email: true, sms: true, in_app: true, chat: true, push: true, tool: false } satisfies Record<
  Channel,
  boolean
>;

/** Every channel a preference may name. Steps of other types than these are not subject to preferences (F1). */
export const ALL_CHANNELS = Object.keys(IS_GLOBAL) as readonly Channel[];

/** The channels of the global preferences. */
export const PREFERENCE_CHANNELS = ALL_CHANNELS.filter((channel) => IS_GLOBAL[channel]);

/** The values of one layer: for single channels, and for all channels it does not name. */
export interface PreferenceLayer {
  all?: { enabled?: boolean; readOnly?: boolean };
  channels?: Partial<Record<Channel, { enabled?: boolean }>>;
}

/** The layers from high to low: the highest layer with a value wins (F2, F5). */
export const LAYERS_HIGH_TO_LOW = [
  'subscriberWorkflow',
  'subscriberCategory',
  'subscriberGlobal',
  'workflowUser',
  'workflowResource',
] as const;
export type PreferenceLayerName = (typeof LAYERS_HIGH_TO_LOW)[number];

/**
 * The stored preferences that apply to one subscriber and workflow: `workflowResource` is defined in code,
 * `workflowUser` in the dashboard, the other three by the subscriber: for everything, for the category of the workflow (CS2),
 * and for the workflow. With contexts the caller passes those of the exact set (F10). Absent layers have no values.
 */
export type PreferenceLayers = Partial<Record<PreferenceLayerName, PreferenceLayer | null>>;

const WORKFLOW_LAYERS: readonly PreferenceLayerName[] = ['workflowUser', 'workflowResource'];

/** Returns whether a workflow is critical: the highest of its own layers with a value for read-only decides (F3). */
export function isCritical(layers: PreferenceLayers): boolean {
  return firstStated(WORKFLOW_LAYERS, (name) => layers[name]?.all?.readOnly)?.value ?? false;
}

/** Returns the layers that apply; for a critical workflow only its own (F3). */
export function effectiveLayers(critical: boolean): readonly PreferenceLayerName[] {
  return critical ? WORKFLOW_LAYERS : LAYERS_HIGH_TO_LOW;
}

/** Whether the value of a layer is a choice of the subscriber. */
export function isOwnChoice(layer: PreferenceLayerName | 'default'): boolean {
  return layer.startsWith('subscriber');
}

/** Returns the value of the first of these layers that has one. */
export function firstStated<T>(
  names: readonly PreferenceLayerName[],
  read: (name: PreferenceLayerName) => T | undefined,
): { layer: PreferenceLayerName; value: T } | undefined {
  for (const layer of names) {
    const value = read(layer);
    if (value !== undefined) return { layer, value };
  }
  return undefined;
}

/** Returns the layer with the defaults of a new workflow (F13): not critical, every channel enabled. */
export function newWorkflowPreferences(): Required<PreferenceLayer> {
  return {
    all: { enabled: true, readOnly: false },
    channels: Object.fromEntries(PREFERENCE_CHANNELS.map((channel) => [channel, { enabled: true }])),
  };
}
