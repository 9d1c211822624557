import { isDeepStrictEqual } from 'node:util';
import type { Channel } from '#libs/channels.js';
import { ALL_CHANNELS, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import type { Schedule } from '#libs/schedule/quiet-hours/weekly-schedule.js';
import type { NewConsent } from '../consents/consents.service.js';
import { type WorkflowChoices, workflowLayer } from './stored-choices.js';

/** What is compared of a stored preference. */
export interface Chosen extends PreferenceLayer {
  schedule?: Schedule;
  pausedUntil?: Date | null;
  workflows?: WorkflowChoices;
}

/** What an entry of the ledger says of a choice. */
export type ChoiceEntry = Pick<NewConsent, 'choice' | 'channels' | 'workflowId' | 'until'>;

/** A workflow by both of its ids, the internal one in hex. */
type NamedWorkflow = readonly [id: string, workflowId: string];

/**
 * Returns what a change of stored preferences has chosen, as the ledger says it: nothing where nothing has changed (behaviour
 * CS53). `workflows`: those the change was for. A global choice that clears choices for single workflows is one, even if its
 * own value was there before.
 */
export function choiceEntries(
  before: Chosen | null,
  after: Chosen,
  workflows: readonly NamedWorkflow[],
): ChoiceEntry[] {
  return [
    ...switched(before, after, (channel) => cleared(before?.workflows, after.workflows, channel)),
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

/** Whether choices for single workflows are there no more (behaviour F6). */
function cleared(before: WorkflowChoices | undefined, after: WorkflowChoices | undefined, channel: Channel): boolean {
  return (['channels', 'filled'] as const).some((map) => before?.[map]?.[channel] && !after?.[map]?.[channel]);
}

function pause(before: Date | undefined, after: Date | undefined): ChoiceEntry[] {
  if (before?.getTime() === after?.getTime()) return [];
  return [after ? { choice: 'paused', until: after } : { choice: 'resumed' }];
}
