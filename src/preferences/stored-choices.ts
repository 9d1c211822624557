import { ALL_CHANNELS, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import type { Channel } from '#libs/channels.js';

/** Values by the id of the workflow in hex. */
type ByWorkflow = Record<string, boolean>;
type ByChannel = Partial<Record<Channel, ByWorkflow>>;

/**
 * The choices of one subscriber for single workflows: by channel first and by workflow second. So a global choice for a
 * channel clears the choices for it in every workflow (behaviour F6). The update that stores the choice removes one
 * member.
 */
export interface WorkflowChoices {
  /** The values for single channels. */
  channels?: ByChannel;
  /** The values for all channels of a workflow that have no value of their own. */
  all?: ByWorkflow;
  /** {@link all} by channel: what remains of it after a global choice has cleared one channel. */
  filled?: ByChannel;
  /** When the subscriber last chose something for the workflow. */
  changedAt?: Record<string, Date>;
}

/** Returns what the subscriber has chosen for one workflow; undefined when there is nothing. */
export function workflowLayer(choices: WorkflowChoices | undefined, workflowId: string): PreferenceLayer | undefined {
  if (!choices) return undefined;
  const all = choices.all?.[workflowId];
  const channels: NonNullable<PreferenceLayer['channels']> = {};
  for (const channel of ALL_CHANNELS) {
    const own = choices.channels?.[channel]?.[workflowId];
    const enabled = own ?? (all === undefined ? choices.filled?.[channel]?.[workflowId] : undefined);
    if (enabled !== undefined) channels[channel] = { enabled };
  }
  if (all !== undefined) return { all: { enabled: all }, channels };
  return Object.keys(channels).length > 0 ? { channels } : undefined;
}

/** Returns the paths in {@link WorkflowChoices} that {@link workflowLayer} reads for one workflow. */
export function pathsOfWorkflow(workflowId: string): string[] {
  const maps = ALL_CHANNELS.flatMap((channel) => [`channels.${channel}`, `filled.${channel}`]);
  return ['all', ...maps].map((map) => `${map}.${workflowId}`);
}

/** The part of an update of a stored preference that has the choices; paths begin at the document. */
export interface ChoiceUpdate {
  $set: Record<string, unknown>;
  $unset: Record<string, ''>;
}

/** A subscriber's choice for all workflows. */
export interface GlobalChoice {
  layer: PreferenceLayer;
  /** Absent members stay as they are stored. */
  schedule?: Partial<Schedule>;
  /** Until when nothing is sent; null ends the pause (behaviour CS50). */
  pausedUntil?: Date | null;
}

/**
 * Returns the update that stores a global choice and clears the values of categories and single workflows in its channels
 * (behaviour F6).
 *
 * Both happen in one update of one document, so that no order of concurrent requests, and no crash, leaves one without
 * the other. Choices for single workflows go to the same document. One that is stored before the global one is cleared
 * by it; one that is stored after it takes precedence. Choices for different channels write different members and do
 * not affect each other.
 */
export function globalUpdate({ layer, schedule, pausedUntil }: GlobalChoice): ChoiceUpdate {
  const update: ChoiceUpdate = { $set: {}, $unset: {} };
  if (pausedUntil !== undefined) update.$set['pausedUntil'] = pausedUntil;
  if (schedule) {
    if (schedule.isEnabled !== undefined) update.$set['schedule.isEnabled'] = schedule.isEnabled;
    if (schedule.weeklySchedule) update.$set['schedule.weeklySchedule'] = schedule.weeklySchedule;
  }
  const all = layer.all?.enabled;
  if (all !== undefined) {
    update.$set['all'] = { enabled: all };
    update.$unset['categories'] = '';
    update.$unset['workflows'] = '';
  }
  for (const [channel, enabled] of statedChannels(layer)) {
    update.$set[`channels.${channel}`] = { enabled };
    if (all !== undefined) continue;
    update.$unset[`categories.${channel}`] = '';
    for (const map of [`channels.${channel}`, `filled.${channel}`, 'all']) update.$unset[`workflows.${map}`] = '';
  }
  return update;
}

/** Returns a stored preference as an update leaves it. */
export function applied<T extends object>(document: T, { $set, $unset }: ChoiceUpdate): T {
  const set = Object.entries($set).reduce((rest, [path, value]) => withValue(rest, path.split('.'), value), document);
  return Object.keys($unset).reduce((rest, path) => withValue(rest, path.split('.'), undefined), set);
}

/** A copy with another value at a path; without the last member for undefined. */
function withValue<T extends object>(document: T, [name = '', ...path]: readonly string[], value: unknown): T {
  const { [name]: inner, ...others } = document as Record<string, unknown>;
  if (value === undefined && (path.length === 0 || inner === undefined)) {
    return (path.length === 0 ? others : document) as T;
  }
  const changed = path.length === 0 ? value : withValue(inner ?? {}, path, value);
  return { ...document, [name]: changed };
}

/** Returns the update that stores choices for single workflows, by their ids in hex. */
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

/** The channels for which a layer has a value, with the value. */
export function statedChannels({ channels }: PreferenceLayer) {
  return ALL_CHANNELS.flatMap((channel) => {
    const enabled = channels?.[channel]?.enabled;
    return enabled === undefined ? [] : [[channel, enabled] as const];
  });
}
