/** The channels of the global preferences. `tool`, which newer clients know, is listed for workflows with such a step. */
export const PREFERENCE_CHANNELS = ['email', 'sms', 'in_app', 'chat', 'push'] as const;
export type PreferenceChannel = (typeof PREFERENCE_CHANNELS)[number] | 'tool';

/** Every channel a preference may name, `tool` with them. */
export const ALL_CHANNELS: readonly PreferenceChannel[] = [...PREFERENCE_CHANNELS, 'tool'];

const CHANNEL_STEPS: readonly string[] = ALL_CHANNELS;

/** Whether a step of this type is subject to preferences at all (F1); the others always pass. */
export function isChannelStep(stepType: string): stepType is PreferenceChannel {
  return CHANNEL_STEPS.includes(stepType);
}

/** What one layer states: for single channels, and for all channels it does not name. */
export interface PreferenceLayer {
  all?: { enabled?: boolean; readOnly?: boolean };
  channels?: Partial<Record<PreferenceChannel, { enabled?: boolean }>>;
}

/** The layers from high to low: a higher layer that states a value wins (F2, F5). */
export const LAYERS_HIGH_TO_LOW = [
  'subscriberWorkflow',
  'subscriberGlobal',
  'workflowUser',
  'workflowResource',
] as const;
export type PreferenceLayerName = (typeof LAYERS_HIGH_TO_LOW)[number];

/**
 * The stored preferences that bear on one subscriber and workflow: `workflowResource` is defined in code,
 * `workflowUser` in the dashboard, the other two by the subscriber. With contexts the caller passes those of the exact
 * set (F10). Absent layers state nothing.
 */
export type PreferenceLayers = Partial<Record<PreferenceLayerName, PreferenceLayer | null>>;

const WORKFLOW_LAYERS: readonly PreferenceLayerName[] = ['workflowUser', 'workflowResource'];

/** A workflow is critical when the higher of its own layers that says so says read-only (F3). */
export function isCritical(layers: PreferenceLayers): boolean {
  return firstStated(WORKFLOW_LAYERS, (name) => layers[name]?.all?.readOnly)?.value ?? false;
}

/** The layers that count: of a critical workflow its own only (F3). */
export function effectiveLayers(critical: boolean): readonly PreferenceLayerName[] {
  return critical ? WORKFLOW_LAYERS : LAYERS_HIGH_TO_LOW;
}

/** The value of the first of some layers that states one. */
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

/** The layer in which a new workflow states its defaults (F13): not critical, every channel enabled. */
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
