/** The channels a preference may name. `tool` is accepted from newer clients; the answers list the other five. */
export const PREFERENCE_CHANNELS = ['email', 'sms', 'in_app', 'chat', 'push'] as const;
export type PreferenceChannel = (typeof PREFERENCE_CHANNELS)[number] | 'tool';

const CHANNEL_STEPS: readonly string[] = [...PREFERENCE_CHANNELS, 'tool'];

/** Whether a step of this type is subject to preferences at all (F1); the others always pass. */
export function isChannelStep(stepType: string): stepType is PreferenceChannel {
  return CHANNEL_STEPS.includes(stepType);
}
