/**
 * The channels of the global preferences. `tool`, which newer clients support, is listed only for workflows with such
 * a step.
 */
export const PREFERENCE_CHANNELS = ['email', 'sms', 'in_app', 'chat', 'push'] as const;
export type PreferenceChannel = (typeof PREFERENCE_CHANNELS)[number] | 'tool';

/** Every channel a preference may name, including `tool`. */
export const ALL_CHANNELS: readonly PreferenceChannel[] = [...PREFERENCE_CHANNELS, 'tool'];

const CHANNEL_STEPS: readonly string[] = ALL_CHANNELS;

/** Returns whether a step of this type is subject to preferences (F1); other steps always pass. */
export function isChannelStep(stepType: string): stepType is PreferenceChannel {
  return CHANNEL_STEPS.includes(stepType);
}

/** The values of one layer: for single channels, and for all channels it does not name. */
export interface PreferenceLayer {
  all?: { enabled?: boolean; readOnly?: boolean };
  channels?: Partial<Record<PreferenceChannel, { enabled?: boolean }>>;
}

/** The layers from high to low: the highest layer with a value wins (F2, F5). */
export const LAYERS_HIGH_TO_LOW = [
  'subscriberWorkflow',
  'subscriberGlobal',
  'workflowUser',
  'workflowResource',
] as const;
export type PreferenceLayerName = (typeof LAYERS_HIGH_TO_LOW)[number];

/**
 * The stored preferences that apply to one subscriber and workflow: `workflowResource` is defined in code,
 * `workflowUser` in the dashboard, the other two by the subscriber. With contexts the caller passes those of the
 * exact set (F10). Absent layers have no values.
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
    channels: {
      email: { enabled: true },
      sms: { enabled: true },
      in_app: { enabled: true },
      chat: { enabled: true },
      push: { enabled: true },
    },
  };
}
