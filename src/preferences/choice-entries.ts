import { isDeepStrictEqual } from 'node:util';
import type { Channel } from '#libs/channels.js';
import { ALL_CHANNELS, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import type { NewConsent } from '../consents/consents.service.js';
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

/** A workflow by both of its ids, the internal one in hex. */
type NamedWorkflow = readonly [id: string, workflowId: string];

/** A category that a change was for, and the internal ids of its workflows in hex. */
export interface NamedCategory {
  category: string;
  workflowIds: readonly string[];
}

/**
 * Returns what a change of stored preferences has chosen, as the ledger says it: nothing where nothing has changed (behaviour
 * CS53). `workflows`: those the change was for. A global choice that clears choices for single workflows is one, even if its
 * own value was there before.
 */
export function choiceEntries(
  before: Chosen | null,
  after: Chosen,
  workflows: readonly NamedWorkflow[],
  category?: NamedCategory,
): ChoiceEntry[] {
  return [
    ...switched(before, after, (channel) => cleared(before, after, channel)),
    ...(category ? inCategory(before, after, category) : []),
    ...workflows.flatMap(([id, workflowId]) =>
      switched(workflowLayer(before?.workflows, id), workflowLayer(after.workflows, id)).map((entry) => ({
        ...entry,
        workflowId,
      })),
    ),
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

/** A choice for a category that clears choices for single workflows in it is one, too (behaviour CS2). */
function inCategory(before: Chosen | null, after: Chosen, { category, workflowIds }: NamedCategory): ChoiceEntry[] {
  const isCleared = (channel: Channel): boolean =>
    workflowIds.some((id) => {
      const [own, left] = [workflowLayer(before?.workflows, id), workflowLayer(after.workflows, id)];
      return valueOf(own, channel) !== undefined && valueOf(left, channel) === undefined;
    });
  const layers = [categoryLayer(before?.categories, category), categoryLayer(after.categories, category)] as const;
  return switched(...layers, isCleared).map((entry) => ({ ...entry, category }));
}

/** Whether choices for categories and single workflows are there no more (behaviour F6). */
function cleared(before: Chosen | null, after: Chosen, channel: Channel): boolean {
  const [own, left] = [before?.workflows, after.workflows];
  return (
    (['channels', 'filled'] as const).some((map) => own?.[map]?.[channel] && !left?.[map]?.[channel]) ||
    (before?.categories?.[channel] !== undefined && after.categories?.[channel] === undefined)
  );
}

function pause(before: Date | undefined, after: Date | undefined): ChoiceEntry[] {
  if (before?.getTime() === after?.getTime()) return [];
  return [after ? { choice: 'paused', until: after } : { choice: 'resumed' }];
}
