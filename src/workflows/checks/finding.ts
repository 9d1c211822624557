import type { Channel } from '#libs/channels.js';
import type { IssueSeverity } from '../issues/issue.js';

/** What a check of a workflow can find (behaviour CK2). */
export const FINDING_CODES = [
  'alternative_text_missing',
  'channel_unavailable',
  'contrast_low',
  'filter_invalid',
  'layout_missing',
  'limit_exceeded',
  'link_dead',
  'link_placeholder',
  'link_variable',
  'name_repeated',
  'one_click_unsubscribe',
  'property_unsupported',
  'provider_refuses',
  'rendering_failed',
  'size_large',
  'subject_missing',
  'template_invalid',
  'translation_missing',
  'unsubscribe_missing',
  'url_invalid',
  'value_missing',
  'variable_unknown',
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

/** Something that the author of a workflow should look at before it is sent. */
export interface Finding {
  code: FindingCode;
  severity: IssueSeverity;
  /** The step; absent for the workflow itself. */
  stepId?: string;
  /** The channel of the step, if it sends a message. */
  channel?: Channel;
  /** Path of the control or field, such as `subject`. */
  field?: string;
  /** Place of the block in a document of blocks, such as `content.2`. */
  path?: string;
  /** A sentence for the author. */
  message: string;
}

/** A finding of a step that is known from its context. */
export type StepFinding = Omit<Finding, 'stepId' | 'channel'>;

/** Errors first, each in the order in which they were found. One of several that say the same stays. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const distinct = [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
  const of = (severity: IssueSeverity): Finding[] => distinct.filter((one) => one.severity === severity);
  return [...of('error'), ...of('warning')];
}
