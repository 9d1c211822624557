import type { Cut, TextLimit } from '#libs/providers/kit/fit.js';
import { type SmsSegments, smsSegments } from '#libs/providers/kit/sms-segments.js';
import { fitted } from '#libs/providers/providers.js';
import type { OutcomeDetail } from '../step-outcome.js';
import type { OutgoingContent } from '../step-effects.js';

/** A text that a provider cuts. */
export interface ProviderCut extends Cut {
  providerId: string;
}

/** What the provider cuts of messages of one text, and how many segments their SMS has. */
export interface Fitting {
  cuts: ProviderCut[];
  sms?: SmsSegments;
}

/** Returns how a message fits its provider: what is cut (behaviour S12), and the size of an SMS (M2). */
export function fittingOf(providerId: string, content: OutgoingContent | undefined): Fitting {
  if (!content || content.channel === 'email') return { cuts: [] };
  const { content: sent, cuts } = fitted(providerId, content);
  return {
    cuts: cuts.map((cut) => ({ ...cut, providerId })),
    ...(sent.channel === 'sms' && { sms: smsSegments(sent.body) }),
  };
}

/** The details of a step about what was cut. */
export function cutDetails(cuts: readonly ProviderCut[]): OutcomeDetail[] {
  return cuts.map((cut) => ({ status: 'Warning', detail: 'Text cut to the limit of the provider', raw: cutText(cut) }));
}

/** A cut as a sentence. */
export function cutText({ providerId, field, length, ...limit }: ProviderCut): string {
  return `${field} has ${amountOf({ ...limit, max: length })}, and ${providerId} takes ${limit.max.toLocaleString('en-US')}`;
}

const UNITS: Record<TextLimit['unit'], string> = {
  characters: 'characters',
  units: 'UTF-16 units',
  bytes: 'bytes',
  segments: 'segments',
};

function amountOf({ max, unit }: TextLimit): string {
  return `${max.toLocaleString('en-US')} ${UNITS[unit]}`;
}
