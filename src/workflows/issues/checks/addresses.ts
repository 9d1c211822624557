import { ContentError } from '#libs/rendering/in-app/content-error.js';
import { addressOf } from '#libs/rendering/in-app/link.js';
import type { StepType } from '../../steps/step-kinds.js';
import type { ControlIssue } from '../issue.js';
import type { StepCheck } from '../step-check.js';

const LINKS = ['avatar', 'redirect.url', 'primaryAction.redirect.url', 'secondaryAction.redirect.url'];
const FIELDS: Partial<Record<StepType, readonly string[]>> = { in_app: LINKS, http_request: ['url'] };

/** Links and addresses of requests that no data can make valid (behaviour L6, W1). */
export const addresses: StepCheck = ({ type, texts }) =>
  texts
    .filter(({ field }) => FIELDS[type]?.includes(field))
    .flatMap(({ field, text }): ControlIssue[] => {
      const problem = problemOf(text, type, field);
      return problem === undefined ? [] : [{ field, issueType: 'INVALID_URL', message: problem }];
    });

function problemOf(text: string, type: StepType, field: string): string | undefined {
  // What begins with a template may become any address.
  if (text.trim() === '' || /^\s*\{[{%]/.test(text)) return undefined;
  // A digit may stand in a host, a port, a path and a query.
  const address = text.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, '1').trim();
  if (type === 'http_request') {
    return /^https?:\/\//i.test(address) && URL.canParse(address) ? undefined : `${field} must be an http(s) URL`;
  }
  try {
    addressOf(address, field);
    return undefined;
  } catch (error) {
    if (error instanceof ContentError) return error.message;
    throw error;
  }
}
