import { isRecord } from '../liquid/is-record.js';
import type { ControlValues } from '../render-controls.js';
import { ContentError } from './content-error.js';
import { dataOf, defaultDataLimits, type DataLimits, type DataValue } from './data.js';
import { addressOf, redirectOf, type Redirect } from './link.js';
import { sanitiseText } from './sanitise-text.js';
import { textOf } from './text-of.js';

/** A button of an in-app message. */
export interface InAppAction {
  label: string;
  redirect?: Redirect;
}

/** What an in-app message shows. Fields without content are absent. */
export interface InAppContent {
  subject?: string;
  /** Empty if the message has only a subject. */
  body: string;
  /** Absolute http(s) URL or path of a picture. */
  avatar?: string;
  primaryAction?: InAppAction;
  secondaryAction?: InAppAction;
  /** Where a click on the message leads. */
  redirect?: Redirect;
  /** Values for the application that shows the message; they are not sanitised. */
  data?: Record<string, DataValue>;
}

/**
 * The content of an in-app message from the rendered control values of its step. Texts must have been rendered plain
 * (L4). Subject, body and labels are sanitised unless the control `disableOutputSanitization` is `true` (L5).
 *
 * @param values Control values after `renderControls`.
 * @param dataLimits Limits of `data`, where they differ from L7.
 * @returns The content, or what is wrong with the first field that cannot be used.
 */
export function inAppContent(
  values: ControlValues,
  dataLimits: DataLimits = defaultDataLimits,
): InAppContent | ContentError {
  try {
    return contentOf(values, dataLimits);
  } catch (error) {
    if (error instanceof ContentError) {
      return error;
    }
    throw error;
  }
}

/** Makes the text of a field safe to show. */
type Clean = (text: string, field: string) => string;

function contentOf(values: ControlValues, dataLimits: DataLimits): InAppContent {
  const clean: Clean = values['disableOutputSanitization'] === true ? (text) => text : sanitiseText;
  const subject = clean(textOf(values['subject'], 'subject'), 'subject');
  const body = clean(textOf(values['body'], 'body'), 'body');
  if (subject.trim() === '' && body.trim() === '') {
    throw new ContentError('body', 'missing', 'or subject must have content');
  }
  // A field without content is absent, not undefined: the content is stored and sent as it is.
  const content: InAppContent = { body };
  if (subject !== '') {
    content.subject = subject;
  }
  const avatar = addressOf(values['avatar'], 'avatar');
  if (avatar) {
    content.avatar = avatar;
  }
  for (const field of ['primaryAction', 'secondaryAction'] as const) {
    const action = actionOf(values[field], field, clean);
    if (action) {
      content[field] = action;
    }
  }
  const redirect = redirectOf(values['redirect'], 'redirect');
  if (redirect) {
    content.redirect = redirect;
  }
  const data = dataOf(values['data'], dataLimits);
  if (data) {
    content.data = data;
  }
  return content;
}

/** A button without a label cannot be seen, so it is left out. */
function actionOf(control: unknown, field: string, clean: Clean): InAppAction | undefined {
  if (control === undefined || control === null) {
    return undefined;
  }
  if (!isRecord(control)) {
    throw new ContentError(field, 'value', 'must be an object with a label');
  }
  const label = clean(textOf(control['label'], `${field}.label`), `${field}.label`);
  if (label.trim() === '') {
    return undefined;
  }
  const redirect = redirectOf(control['redirect'], `${field}.redirect`);
  return redirect ? { label, redirect } : { label };
}
