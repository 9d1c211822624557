import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';

/** What a subscriber has chosen, as far as it bears on one workflow in one set of contexts. */
export interface SubscriberPreferences {
  global?: PreferenceLayer;
  workflow?: PreferenceLayer;
  schedule?: Schedule;
}

export const NO_PREFERENCES: SubscriberPreferences = {};
