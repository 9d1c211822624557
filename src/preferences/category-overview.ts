import { type Channel, isChannel } from '#libs/channels.js';
import { categoryPreferenceView } from '#libs/preferences/preference-view.js';
import { categoryOf } from '../workflows/kind.js';
import type { EffectivePreference } from './effective-preference.js';

/** What a subscriber has chosen for a category. */
export interface CategoryPreference {
  category: string;
  channels: Partial<Record<Channel, boolean>>;
  /** Identifiers of its workflows. */
  workflows: string[];
}

/** The categories of workflows that are not critical, in the order of their names, with their channels (behaviour CS2). */
export function categoriesIn(effective: readonly EffectivePreference[]): CategoryPreference[] {
  const members = new Map<string, EffectivePreference[]>();
  for (const one of effective) {
    const category = one.critical ? undefined : categoryOf(one.workflow);
    if (category !== undefined) members.set(category, [...(members.get(category) ?? []), one]);
  }
  return [...members]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([category, workflows]) => ({
      category,
      channels: categoryPreferenceView(channelsOf(workflows), workflows[0]!.layers),
      workflows: workflows.map(({ workflow }) => workflow.workflowId),
    }));
}

function channelsOf(effective: readonly EffectivePreference[]): Set<Channel> {
  return new Set(effective.flatMap(({ workflow }) => workflow.steps.map(({ type }) => type).filter(isChannel)));
}
