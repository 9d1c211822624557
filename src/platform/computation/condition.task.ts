import type { Task } from '#libs/computation/task.js';
import { type ConditionResult, evaluateCondition } from '#libs/conditions/json-logic/evaluate-condition.js';
import { valuesRead } from '#libs/conditions/json-logic/values-read.js';
import type { TemplateScope } from '#libs/rendering/liquid-engine.js';
import { RenderBudget } from '#libs/rendering/render-budget.js';
import { defaultRenderLimits } from '#libs/rendering/render-limits.js';
import { engines, renderingOf } from './rendering.tasks.js';

/** A rule, and what it may look at: plain data that another process can be given. */
export interface ConditionInput {
  rule: unknown;
  data: TemplateScope;
  /** Milliseconds. */
  now: number;
  /** Texts of the rule may be templates. */
  templates: boolean;
  /** What may be told of the data when the rule says no; without it nothing is. */
  shown?: TemplateScope;
}

/** `seen`: what the part that has decided has looked at, when the rule says no. */
export type EvaluatedCondition = ConditionResult & { seen?: { name: string; value: unknown }[] };

/** Whether a condition holds (behaviour X1 to X9). */
export const conditionTask: Task<ConditionInput, EvaluatedCondition> = {
  name: 'condition',
  run({ rule, data, now, templates, shown }, allowance) {
    // All templates of one condition have the steps of one rendering.
    const { budget } = renderingOf({ data, now }, allowance);
    const render = (template: string) => engines.plain.render(template, data, { control: 'skip', budget });
    const result = evaluateCondition(rule, data, {
      now: new Date(now),
      allowance,
      ...(templates && { render }),
    });
    if (!shown || !result.ok || result.value || !result.decidedBy) return result;
    const telling = new RenderBudget(defaultRenderLimits, allowance);
    const tell = (template: string): string => {
      try {
        return engines.plain.render(template, shown, { control: 'skip', budget: telling });
      } catch {
        return '';
      }
    };
    return { ...result, seen: valuesRead(result.decidedBy.rule, shown, tell) };
  },
  ended: (why) => ({ ok: false, error: `the condition ${why}` }),
};
