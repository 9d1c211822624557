import { emailHints } from '#libs/rendering/email/email-hints.js';
import type { Integration } from '../../integrations/integration.schema.js';
import type { SmsSizeDto } from '../../notifications/activity/send-attempt.dto.js';
import type { OutgoingContent } from '../engine/step-effects.js';
import { fittingOf } from '../engine/steps/fitting.js';
import type { ContentCutDto } from './preview.dto.js';
import type { PreviewEmailDto } from './preview-email.dto.js';

/** What an author should know of a content before it costs something. */
export interface ContentNotes {
  sms?: SmsSizeDto;
  email?: PreviewEmailDto;
  cuts?: ContentCutDto[];
  hints?: string[];
}

/** Returns the notes on a content, for each of the integrations that may send it (behaviour M2, S12). */
export function notesOn(
  content: OutgoingContent,
  integrations: readonly Pick<Integration, 'providerId'>[],
): ContentNotes {
  const fittings = [...new Set(integrations.map(({ providerId }) => providerId))].map((id) => fittingOf(id, content));
  // Without an integration, a text message has the size of its whole text.
  const sms = (fittings[0] ?? fittingOf('', content)).sms;
  const cuts = fittings.flatMap((one) => one.cuts);
  return { ...(sms && { sms }), ...(cuts.length > 0 && { cuts }) };
}

/** Returns the hints about the HTML of an email (behaviour E13). */
export function hintsOn(html: string): ContentNotes {
  const { ofData, ofAuthor } = emailHints(html);
  const hints = [...ofData, ...ofAuthor];
  return hints.length > 0 ? { hints } : {};
}
