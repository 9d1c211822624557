import { read } from '../../api/read';

/** The parts of the settings. */
export const SETTINGS_TABS = ['environment', 'organization'] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** How one signs in here. */
export const signInWays = read('/v1/session/providers', {});

/** The environments that were deleted and can be restored. */
export const deletedEnvironments = read('/v1/environments/deleted', {});

/** What the environment has stored, since when, and for how long. */
export const storage = read('/v1/storage', {});
