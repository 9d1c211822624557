import { isBlockBody } from '../blocks/document.js';
import type { ControlValues } from '../render-controls.js';
import { isRecord } from '../size-of-value.js';
import { TemplateError } from '../template-error.js';
import { extractFromBlocks } from './extract-blocks.js';
import { TextKeys } from './text-keys.js';
import { isTranslatable } from './translatable.js';

/** The kinds of steps that have texts, and of their controls those that are texts, each with the name of its key. */
const FIELDS = {
  email: { subject: 'subject', preheader: 'preheader' },
  in_app: {
    subject: 'subject',
    body: 'body',
    'primaryAction.label': 'primaryButton',
    'secondaryAction.label': 'secondaryButton',
  },
  sms: { body: 'body' },
  push: { subject: 'subject', body: 'body' },
  chat: { body: 'body' },
} as const;

export type ExtractedType = keyof typeof FIELDS;

export const EXTRACTED_TYPES = Object.keys(FIELDS) as ExtractedType[];

/** A step, or a layout as an email, whose texts are taken out. */
export interface StepTexts {
  stepId: string;
  type: ExtractedType;
  controlValues: ControlValues;
}

/** Why the texts of a control stay where they are. */
export interface LeftText {
  control: string;
  reason: string;
}

/** A step that looks its texts up. */
interface ExtractedStep extends StepTexts {
  /** The texts by key. */
  texts: ReadonlyMap<string, string>;
  left: LeftText[];
}

/**
 * Takes the texts out of the control values of a step: they look them up in `t` thereafter, and print what they printed before
 * (TX7). What already looks up translations stays.
 *
 * @param taken Texts of the default language, whose keys are not used again.
 */
export function extractTexts(
  { stepId, type, controlValues }: StepTexts,
  taken: Record<string, unknown>,
): ExtractedStep {
  const keys = new TextKeys(stepId, taken);
  const left: LeftText[] = [];
  let values: Record<string, unknown> = { ...controlValues };
  const body = values['body'];
  for (const [path, place] of Object.entries(FIELDS[type])) {
    if (path === 'body' && isBlockBody(values)) continue;
    values = withText(values, path.split('.'), (text) => {
      const trimmed = text.trim();
      if (isTranslatable(trimmed, trimmed)) return text.replace(trimmed, () => keys.add(place, trimmed));
      if (trimmed.includes('{%')) left.push({ control: path, reason: 'It has tags such as {% if %}.' });
      return text;
    });
  }
  if (isBlockBody(values)) {
    try {
      values['body'] = extractFromBlocks(values.body, type === 'chat' ? 'plain' : 'html', keys);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      left.push({ control: 'body', reason: error.message });
    }
  } else if (type === 'email' && typeof body === 'string' && body.trim() !== '') {
    left.push({ control: 'body', reason: 'It is HTML: write {{t.…}} where a text stands.' });
  }
  return { stepId, type, controlValues: values, texts: keys.texts, left };
}

function withText(
  values: ControlValues,
  path: readonly string[],
  change: (text: string) => string,
): Record<string, unknown> {
  const [name = '', ...rest] = path;
  const value = values[name];
  if (rest.length > 0) return isRecord(value) ? { ...values, [name]: withText(value, rest, change) } : { ...values };
  return typeof value === 'string' && value.trim() !== '' ? { ...values, [name]: change(value) } : { ...values };
}
