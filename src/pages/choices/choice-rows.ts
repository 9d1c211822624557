import { type Channel, isChannel } from '#libs/channels.js';
import { PREFERENCE_CHANNELS } from '#libs/preferences/preference-layers.js';
import { globalPreferenceView, workflowPreferenceView } from '#libs/preferences/preference-view.js';
import { categoriesIn } from '../../preferences/category-overview.js';
import type { EffectivePreference } from '../../preferences/effective-preference.js';
import type { PreferenceOverview } from '../../preferences/subscriber-preferences.service.js';
import { categoryOf } from '../../workflows/kind.js';
import type { WorkflowSummary } from '../../workflows/workflow.schema.js';

/** Channels that are switched together: of everything, of a category, or of one workflow. */
export interface ChoiceRow {
  /** Names the row in the form: internal id of a workflow, or a category behind a colon. */
  key: string;
  label: string;
  channels: Partial<Record<Channel, boolean>>;
}

/** A category with the workflows in it. */
interface CategoryRows {
  category: string;
  row: ChoiceRow;
  workflows: ChoiceRow[];
}

/** What the page lists. */
export interface ChoiceRows {
  everything: ChoiceRow;
  categories: CategoryRows[];
  others: ChoiceRow[];
  /** Critical workflows, which cannot be switched. */
  necessary: ChoiceRow[];
}

/** How workflows and categories are called in the language of the page. */
export interface ChoiceNames {
  workflow(workflow: WorkflowSummary): string;
  category(category: string, workflows: readonly WorkflowSummary[]): string;
  everything: string;
}

export const EVERYTHING = 'all';

/** The key of a category: no id begins with a colon. */
export const keyOfCategory = (category: string): string => `:${category}`;

/** What a page lists of the preferences of a person. Workflows that send nothing to a person are left out. */
export function rowsOf({ global, workflows }: PreferenceOverview, names: ChoiceNames): ChoiceRows {
  const shown = workflows.filter(
    ({ workflow }) => workflow.active && workflow.steps.some(({ type }) => isChannel(type)),
  );
  const used = new Set(shown.flatMap(({ workflow }) => workflow.steps.map(({ type }) => type)));
  const open = shown.filter(({ critical }) => !critical);
  const row = (one: EffectivePreference) => rowOf(one, names);
  const { channels } = globalPreferenceView(global);
  return {
    everything: {
      key: EVERYTHING,
      label: names.everything,
      channels: Object.fromEntries(
        PREFERENCE_CHANNELS.filter((channel) => used.has(channel)).map((channel) => [channel, channels[channel]]),
      ),
    },
    categories: categoriesIn(open).map(({ category, channels: ofCategory }) => {
      const members = open.filter(({ workflow }) => categoryOf(workflow) === category);
      const label = names.category(
        category,
        members.map(({ workflow }) => workflow),
      );
      return {
        category,
        row: { key: keyOfCategory(category), label, channels: ofCategory },
        workflows: byLabel(members.map(row)),
      };
    }),
    others: byLabel(open.filter(({ workflow }) => categoryOf(workflow) === undefined).map(row)),
    necessary: byLabel(shown.filter(({ critical }) => critical).map(row)),
  };
}

function rowOf({ workflow, layers, critical }: EffectivePreference, names: ChoiceNames): ChoiceRow {
  const { channels } = workflowPreferenceView(workflow.steps, layers, critical);
  return { key: workflow._id.toHexString(), label: names.workflow(workflow), channels };
}

function byLabel(rows: ChoiceRow[]): ChoiceRow[] {
  return rows.toSorted((one, other) => one.label.localeCompare(other.label));
}

/** All rows that can be switched. */
export function changeableRows({ everything, categories, others }: ChoiceRows): ChoiceRow[] {
  return [everything, ...categories.flatMap(({ row, workflows }) => [row, ...workflows]), ...others];
}
