import { isDeepStrictEqual } from 'node:util';
import type { Channel } from '#libs/channels.js';
import { ALL_CHANNELS, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import type { NewConsent } from './consents/consents.service.js';
import { type CategoryChoices, categoryLayer } from './category-choices.js';
import { type WorkflowChoices, workflowLayer } from './stored-choices.js';

/** What is compared of a stored preference. */
export interface Chosen extends PreferenceLayer {
  schedule?: Schedule;
  pausedUntil?: Date | null;
  categories?: CategoryChoices;
  workflows?: WorkflowChoices;
}

/** What an entry of the ledger says of a choice. */
export type ChoiceEntry = Pick<NewConsent, 'choice' | 'channels' | 'workflowId' | 'category' | 'until'>;

/** What a change was for, besides everything: a category with its workflows, or single workflows. */
export interface ChosenFor {
  /** By both ids, the internal one in hex. */
  workflows: readonly (readonly [id: string, workflowId: string])[];
  category?: string;
}

/**
 * Returns what a change of stored preferences has chosen, as the ledger says it: nothing where nothing has changed (behaviour
 * CS53). A choice for everything or for a category that clears more specific ones is one, even if its own value was there
 * before.
 */
export function choiceEntries(before: Chosen | null, after: Chosen, { workflows, category }: ChosenFor): ChoiceEntry[] {
  const ofWorkflow = (id: string) =>
    [workflowLayer(before?.workflows, id), workflowLayer(after.workflows, id)] as const;
  const isCleared = (channel: Channel) =>
    workflows.some(([id]) => {
      const [was, is] = ofWorkflow(id);
      return valueOf(was, channel) !== undefined && valueOf(is, channel) === undefined;
    });
  const ofCategory = [categoryLayer(before?.categories, category), categoryLayer(after.categories, category)] as const;
  return [
    ...switched(before, after, (channel) => cleared(before, after, channel)),
    ...(category === undefined ? [] : switched(...ofCategory, isCleared).map((entry) => ({ ...entry, category }))),
    ...workflows.flatMap(([id, workflowId]) => switched(...ofWorkflow(id)).map((entry) => ({ ...entry, workflowId }))),
    ...pause(before?.pausedUntil ?? undefined, after.pausedUntil ?? undefined),
    ...(isDeepStrictEqual(before?.schedule, after.schedule) ? [] : [{ choice: 'quiet_hours' as const }]),
  ];
}

function switched(
  before: PreferenceLayer | null | undefined,
  after: PreferenceLayer | undefined,
  isCleared: (channel: Channel) => boolean = () => false,
): ChoiceEntry[] {
  const changed = ALL_CHANNELS.filter(
    (channel) => valueOf(before, channel) !== valueOf(after, channel) || isCleared(channel),
  );
  return ([true, false] as const).flatMap((enabled) => {
    const channels = changed.filter((channel) => valueOf(after, channel) === enabled);
    if (channels.length === 0) return [];
    const choice = enabled ? 'opted_in' : 'opted_out';
    return [channels.length === ALL_CHANNELS.length ? { choice } : { choice, channels }];
  });
}

function valueOf(layer: PreferenceLayer | null | undefined, channel: Channel): boolean | undefined {
  return layer?.channels?.[channel]?.enabled ?? layer?.all?.enabled;
}

/** Whether choices for categories or single workflows are there no more (behaviour F6). */
function cleared(before: Chosen | null, after: Chosen, channel: Channel): boolean {
  const maps = (one: Chosen | null) => [
    one?.categories?.[channel],
    one?.workflows?.channels?.[channel],
    one?.workflows?.filled?.[channel],
  ];
  const left = maps(after);
  return maps(before).some((map, index) => map && !left[index]);
}

function pause(before: Date | undefined, after: Date | undefined): ChoiceEntry[] {
  if (before?.getTime() === after?.getTime()) return [];
  return [after ? { choice: 'paused', until: after } : { choice: 'resumed' }];
}
