import type { EmailLinks } from '#libs/rendering/email/email-links.js';
import type { Integration } from '../../../integrations/integration.schema.js';
import { TRACKED } from '../../../integrations/tracked.js';
import { emailLinksTask } from '../../../platform/computation/rendering.tasks.js';
import type { OutcomeDetail } from '../step-outcome.js';
import { workOf } from './controls.js';
import type { StepContext, StepServices } from './step.js';
import { trackedGrowth } from '../tracking/tracked-html.js';

/** What is needed to track an email. */
interface EmailTracking {
  /** Where its links stand; absent when it is not tracked. */
  links?: EmailLinks;
  /** How many bytes longer it becomes, roughly. */
  growth: number;
  /** Why it is not tracked although it should be. */
  details: OutcomeDetail[];
}

/** Nothing is read of an email that none of its integrations tracks. */
const NONE: EmailTracking = { growth: 0, details: [] };

const UNTRACKED: EmailTracking = {
  growth: 0,
  details: [
    {
      status: 'Warning',
      detail: 'Not tracked',
      raw: 'PUBLIC_URL of this installation is not an https address: links stay as they are, and there is no picture',
    },
  ],
};

/** How an email is tracked that one of these integrations sends (behaviour CS80). */
export async function trackingOf(
  context: StepContext,
  { computation, trackingAddress }: StepServices,
  html: string,
  integrations: readonly Integration[],
): Promise<EmailTracking> {
  const tracked = TRACKED.filter((one) => integrations.some((integration) => integration.tracked?.includes(one)));
  if (tracked.length === 0) return NONE;
  if (trackingAddress === undefined) return UNTRACKED;
  const links = await computation.run(emailLinksTask, html, workOf(context));
  return links ? { links, growth: trackedGrowth(links, tracked, trackingAddress), details: [] } : NONE;
}
