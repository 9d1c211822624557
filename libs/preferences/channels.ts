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
