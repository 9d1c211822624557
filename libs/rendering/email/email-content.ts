import { ContentError } from '../in-app/content-error.js';
import { textOf } from '../in-app/text-of.js';
import type { ControlValues } from '../render-controls.js';
import { isBlockDocument } from './block-document.js';

/** What an email shows, before it is put into a layout. */
export interface EmailText {
  subject: string;
  html: string;
}

/**
 * The content of an email from the rendered control values of its step, of which the body was rendered as `html` and the
 * others `plain` (L4). An error is a sentence for the run's log.
 */
export function emailContent(values: ControlValues): { ok: true; value: EmailText } | { ok: false; error: string } {
  try {
    const subject = oneLine(textOf(values['subject'], 'subject'));
    const html = textOf(values['body'], 'body');
    if (subject === '') return { ok: false, error: 'subject must have content' };
    if (values['editorType'] !== 'html' && isBlockDocument(html)) {
      return { ok: false, error: 'body is a document of blocks, which cannot be rendered; use editorType html' };
    }
    return { ok: true, value: { subject, html } };
  } catch (error) {
    if (error instanceof ContentError) return { ok: false, error: error.message };
    throw error;
  }
}

/** A header of an email has one line; a second one could smuggle in another header. */
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ').trim();
}
