import type { Task } from '#libs/computation/task.js';
import { type ConditionResult, evaluateCondition } from '#libs/conditions/json-logic/evaluate-condition.js';
import { valuesRead } from '#libs/conditions/json-logic/values-read.js';
import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import { defaultRenderLimits, RenderBudget } from '#libs/rendering/render-limits.js';
import { engines, renderingOf } from './rendering.tasks.js';

/** A rule and its data: plain data that can be sent to another process. */
export interface ConditionInput {
  rule: unknown;
  data: TemplateScope;
  /** Milliseconds. */
  now: number;
  /** Strings in the rule may be templates. */
  templates: boolean;
  /** The part of the data that may be disclosed when the condition is false; default none. */
  shown?: TemplateScope;
}

/** `seen`: the values read by the part of the rule that decided, when the condition is false. */
export type EvaluatedCondition = ConditionResult & { seen?: { name: string; value: unknown }[] };

/** Whether a condition holds (behaviour X1 to X9). */
export const conditionTask: Task<ConditionInput, EvaluatedCondition> = {
  name: 'condition',
  run({ rule, data, now, templates, shown }, allowance) {
    // All templates of one condition share the steps of one rendering.
    const { budget } = renderingOf({ data, now }, allowance);
    const render = (template: string) => engines.plain.render(template, data, { control: 'skip', budget });
    const result = evaluateCondition(rule, data, {
      now: new Date(now),
      allowance,
      ...(templates && { render }),
    });
    if (!shown || !result.ok || result.value || !result.decidedBy) return result;
    const shownBudget = new RenderBudget(defaultRenderLimits, allowance);
    const renderShown = (template: string): string => {
      try {
        return engines.plain.render(template, shown, { control: 'skip', budget: shownBudget });
      } catch {
        return '';
      }
    };
    return { ...result, seen: valuesRead(result.decidedBy.rule, shown, renderShown) };
  },
  ended: (why) => ({ ok: false, error: `the condition ${why}` }),
};
