import { ALL_CHANNELS } from '#libs/preferences/channels.js';
import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';

/** The part of an update of a stored preference that says what was chosen; paths begin at the document. */
export interface ChoiceUpdate {
  $set: Record<string, unknown>;
  $unset: Record<string, ''>;
}

/** What a subscriber chooses for all workflows. */
export interface GlobalChoice {
  layer: PreferenceLayer;
  /** What it leaves out stays as it is stored. */
  schedule?: Partial<Schedule>;
}

/**
 * Stores a global choice, and clears the values of single workflows in its channels (behaviour F6).
 *
 * Both happen in one update of one document, so that no order of concurrent requests, and no crash, leaves the one
 * without the other. Choices for single workflows go to the same document: each is stored either before the global one,
 * and is cleared by it, or after it, and wins. Choices for different channels touch different members and keep out of
 * each other's way.
 */
export function globalUpdate({ layer, schedule }: GlobalChoice): ChoiceUpdate {
  const update: ChoiceUpdate = { $set: {}, $unset: {} };
  if (schedule) {
    if (schedule.isEnabled !== undefined) update.$set['schedule.isEnabled'] = schedule.isEnabled;
    if (schedule.weeklySchedule) update.$set['schedule.weeklySchedule'] = schedule.weeklySchedule;
  }
  const all = layer.all?.enabled;
  if (all !== undefined) {
    update.$set['all'] = { enabled: all };
    update.$unset['workflows'] = '';
  }
  for (const [channel, enabled] of statedChannels(layer)) {
    update.$set[`channels.${channel}`] = { enabled };
    if (all !== undefined) continue;
    for (const map of [`channels.${channel}`, `filled.${channel}`, 'all']) update.$unset[`workflows.${map}`] = '';
  }
  return update;
}

/** Stores what is chosen for single workflows, by their ids in hex. */
export function workflowsUpdate(choices: ReadonlyMap<string, PreferenceLayer>, now: Date): ChoiceUpdate {
  const update: ChoiceUpdate = { $set: {}, $unset: {} };
  const set = (map: string, workflowId: string, value: unknown) => {
    update.$set[`workflows.${map}.${workflowId}`] = value;
  };
  for (const [workflowId, layer] of choices) {
    const all = layer.all?.enabled;
    const channels = statedChannels(layer);
    if (all === undefined && channels.length === 0) continue;
    if (all !== undefined) {
      set('all', workflowId, all);
      for (const channel of ALL_CHANNELS) set(`filled.${channel}`, workflowId, all);
    }
    for (const [channel, enabled] of channels) set(`channels.${channel}`, workflowId, enabled);
    set('changedAt', workflowId, now);
  }
  return update;
}

function statedChannels({ channels }: PreferenceLayer) {
  return ALL_CHANNELS.flatMap((channel) => {
    const enabled = channels?.[channel]?.enabled;
    return enabled === undefined ? [] : [[channel, enabled] as const];
  });
}
