import { type Account, optionalText } from '#libs/providers/kit/account.js';
import type { Integration } from '../../integrations/integration.schema.js';
import { emailTextTask } from '../../platform/computation/rendering.tasks.js';
import { SecretBoxError } from '../../platform/crypto/secret-box.js';
import type { ProviderAccounts } from '../sending/provider-accounts.js';
import { workOf } from '../engine/steps/controls.js';
import { senderOf } from '../engine/steps/email.step.js';
import type { PreviewEmailDto } from './preview-email.dto.js';
import type { StepContext, StepServices } from '../engine/steps/step.js';
import { selectIntegration } from '../engine/targets/select-integration.js';
import { textField } from '../engine/targets/channel-overrides.js';

/** What the preview of an email needs. */
export type EmailKit = Pick<StepServices, 'computation'> & { accounts: Pick<ProviderAccounts, 'find'> };

/** Returns what mail programs show of an email besides its HTML (behaviour E14). `html`: in its layout, without preheader. */
export async function previewEmail(
  context: StepContext,
  { computation, accounts }: EmailKit,
  { values, html }: { values: Readonly<Record<string, unknown>>; html: string },
): Promise<PreviewEmailDto> {
  const text = await computation.run(emailTextTask, html, workOf(context));
  const integration = await selectIntegration(context.scope, 'email', undefined);
  const account = (integration && accountOf(integration, accounts)) ?? {};
  const { from, senderName } = senderOf(values, {}, []);
  const name = senderName ?? optionalText(account, 'senderName');
  const address = from ?? optionalText(account, 'from');
  const preheader = textField(values, 'preheader')?.replace(/\s+/g, ' ').trim();
  return {
    text,
    ...(preheader && { preheader }),
    ...(name !== undefined && { senderName: name }),
    ...(address !== undefined && { senderEmail: address }),
  };
}

/** What cannot be decrypted is reported when it is sent; the rest of the preview is there. */
function accountOf(integration: Integration, accounts: EmailKit['accounts']): Account | undefined {
  try {
    return accounts.find(integration)?.account;
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}
