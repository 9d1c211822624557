import type { Task } from '#libs/computation/task.js';
import { takesContent } from '#libs/rendering/email/email-layout.js';
import { analysisCost } from '#libs/rendering/reading-cost.js';
import { TemplateError } from '#libs/rendering/template-error.js';
import { translationKeys } from '#libs/rendering/translations/missing-keys.js';
import { condition } from '../../delivery/computing/condition.task.js';
import {
  controls,
  emailText,
  endedRendering,
  failureOf,
  layout,
  styles,
  type TemplateFailure,
} from '../../delivery/computing/rendering.tasks.js';
import { mentionsVariable } from '../../env-variables/usage/mentions-variable.js';
import { issues, stepReadings } from '../../workflows/issues/issues.tasks.js';
import { payload, payloadSchema } from '../../workflows/payload-schema/payload.tasks.js';

/** Whether the body of a layout has a place for the content, or why it cannot be read. */
const layoutContent: Task<string, { takesContent: boolean } | { failure: TemplateFailure }> = {
  run(body, allowance) {
    allowance.spend(analysisCost(body));
    try {
      return { takesContent: takesContent(body) };
    } catch (error) {
      if (error instanceof TemplateError) return { failure: failureOf(error) };
      throw error;
    }
  },
  ended: (why) => ({ failure: endedRendering(why) }),
};

/** The keys that templates look up in their translations. */
const keysOfTranslations: Task<unknown, string[]> = {
  run(templates, allowance) {
    allowance.spend(analysisCost(templates));
    return translationKeys(templates);
  },
  ended: () => [],
};

/** Whether the control values of any of the steps use a variable. One that takes too long to read may do so. */
const mentions: Task<{ controls: unknown; key: string }, boolean> = {
  run({ controls: values, key }, allowance) {
    allowance.spend(analysisCost(values));
    return mentionsVariable(values, key);
  },
  ended: () => true,
};

/**
 * Everything that is computed of what users have written, by name: the list of what may be done in another process. None of it
 * may import Nest or the store, because those processes load it.
 */
export const TASKS = {
  condition,
  controls,
  emailText,
  issues,
  keysOfTranslations,
  layout,
  layoutContent,
  mentions,
  payload,
  payloadSchema,
  stepReadings,
  styles,
};

export type TaskName = keyof typeof TASKS;
