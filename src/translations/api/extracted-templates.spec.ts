import { compileEmail } from '#libs/rendering/blocks/email.js';
import { createTemplateEngines } from '#libs/rendering/liquid-engine.js';
import { extractTexts } from '#libs/rendering/translations/extract-texts.js';
import { textsOf, withTexts } from '#libs/rendering/translations/texts.js';
import { Translations } from '#libs/rendering/translations/translations.js';
import { GALLERY } from '../../workflows/templates/gallery.js';
import { type TemplateStep, translationsOf, type WorkflowTemplate } from '../../workflows/templates/template.js';

const { html } = createTemplateEngines();

/** The steps as they would be without keys: with the English texts in their places. */
function written(template: WorkflowTemplate): TemplateStep[] {
  const texts = textsOf(translationsOf(template)['en_US'] ?? {});
  const inPlace = (_tag: string, key: string) =>
    JSON.stringify(JSON.stringify(texts.get(key)).slice(1, -1)).slice(1, -1);
  return template.steps.map((step) => {
    const { body } = step.controlValues;
    if (step.type !== 'email' || typeof body !== 'string') return step;
    const own = body.replaceAll(/\{\{\s*t\.([\w.-]+)\s*\}\}/g, (tag, key: string) =>
      JSON.parse(`"${inPlace(tag, key)}"`),
    );
    return { ...step, controlValues: { ...step.controlValues, body: own } };
  });
}

describe('TX7: the texts of a template that has none yet', () => {
  it.each(GALLERY.map((template) => [template.templateId, template] as const))('%s print the same', (_id, template) => {
    for (const { stepId, type, controlValues } of written(template)) {
      if (type !== 'email') continue;
      const step = extractTexts({ stepId, type, controlValues }, {});
      const show = (body: unknown, texts: Record<string, unknown>) =>
        html
          .render(compileEmail(String(body)).template, {
            subscriber: { firstName: 'Ada' },
            payload: {},
            t: new Translations([texts]),
          })
          .replaceAll('&#39;', "'")
          .replaceAll('&quot;', '"');
      expect(step.texts.size).toBeGreaterThan(2);
      expect(show(step.controlValues['body'], withTexts({}, step.texts))).toBe(show(controlValues['body'], {}));
    }
  });
});
