import type { Channel } from '#libs/channels.js';
import { ALL_CHANNELS, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { type ChoiceUpdate, statedChannels } from './stored-choices.js';

/**
 * The choices of one subscriber for categories of workflows (behaviour CS2): by channel first, so that a global choice for a
 * channel removes one member, and by the key of the category second.
 */
export type CategoryChoices = Partial<Record<Channel, Record<string, boolean>>>;

/** A subscriber's choice for a category, and the workflows that are in it now, by their ids in hex. */
export interface CategoryChoice {
  category: string;
  layer: PreferenceLayer;
  workflowIds: readonly string[];
}

/** Returns what the subscriber has chosen for a category; undefined when there is nothing. */
export function categoryLayer(
  choices: CategoryChoices | undefined,
  category: string | undefined,
): PreferenceLayer | undefined {
  if (!choices || category === undefined) return undefined;
  const key = keyOf(category);
  const stated = ALL_CHANNELS.flatMap((channel) => {
    const enabled = choices[channel]?.[key];
    return enabled === undefined ? [] : [[channel, { enabled }] as const];
  });
  return stated.length > 0 ? { channels: Object.fromEntries(stated) } : undefined;
}

/** Returns the paths in {@link CategoryChoices} that {@link categoryLayer} reads for one category. */
export function pathsOfCategory(category: string): string[] {
  return ALL_CHANNELS.map((channel) => `${channel}.${keyOf(category)}`);
}

/**
 * Returns the update that stores choices for categories and clears those for single workflows in them, in the same channels
 * (behaviour CS2). Both happen in one update of one document, as with a global choice.
 */
export function categoriesUpdate(choices: readonly CategoryChoice[]): ChoiceUpdate {
  const update: ChoiceUpdate = { $set: {}, $unset: {} };
  for (const { category, layer, workflowIds } of choices) {
    for (const [channel, enabled] of statedChannels(layer)) {
      update.$set[`categories.${channel}.${keyOf(category)}`] = enabled;
      for (const id of workflowIds)
        for (const map of [`channels.${channel}`, `filled.${channel}`, 'all'])
          update.$unset[`workflows.${map}.${id}`] = '';
    }
  }
  return update;
}

/** The category as the name of a member. The colon keeps it from names that objects have anyway, such as `__proto__`. */
function keyOf(category: string): string {
  return `:${category.replace(/[%.$\0]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}
