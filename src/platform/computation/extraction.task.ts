import type { Task } from '#libs/computation/task.js';
import { analysisCost } from '#libs/rendering/render-limits.js';
import { extractTexts, type LeftText, type StepTexts } from '#libs/rendering/translations/extract-texts.js';
import { withTexts } from '#libs/rendering/translations/texts.js';

interface ExtractionInput {
  steps: readonly StepTexts[];
  /** Texts of the default language. */
  taken: Record<string, unknown>;
}

/** A step that looks its texts up, as plain data. */
interface ExtractedTexts extends StepTexts {
  texts: [key: string, text: string][];
  left: LeftText[];
}

/** Takes the texts out of steps; a step does not get the keys of another. */
export const extractTextsTask: Task<ExtractionInput, { steps: ExtractedTexts[]; problem?: string }> = {
  name: 'extractTexts',
  run({ steps, taken }, allowance) {
    // Texts are read as templates, each by itself and once more as a part of its document.
    allowance.spend(2 * analysisCost(steps));
    let known = taken;
    const extracted = steps.map((step): ExtractedTexts => {
      const { texts, ...rest } = extractTexts(step, known);
      known = withTexts(known, texts);
      return { ...rest, texts: [...texts] };
    });
    return { steps: extracted };
  },
  ended: (why) => ({ steps: [], problem: why }),
};
