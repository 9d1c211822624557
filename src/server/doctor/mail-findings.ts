import { AccountError } from '#libs/providers/kit/account.js';
import { smtpSettings } from '#libs/providers/email/smtp-settings.js';
import { openCredentials } from '../../integrations/credentials.js';
import type { Config } from '../../platform/config/config.js';
import { type SecretBox, SecretBoxError } from '../../platform/crypto/secret-box.js';
import {
  AddressGuard,
  ForbiddenAddressError,
  HttpTargets,
  NameResolver,
} from '../../platform/outbound-http/address-guard.js';
import { GuardedSockets } from '../../platform/outbound-http/guarded-sockets.js';
import { type Finding, ok, problem } from './finding.js';
import type { MailIntegration } from './read-store.js';

const PATIENCE_MS = 5000;

/** Whether the mail servers of active integrations accept connections, by the rules that hold for sending. */
export async function mailFindings(
  integrations: readonly MailIntegration[],
  box: SecretBox,
  config: Config,
): Promise<Finding[]> {
  const sockets = new GuardedSockets(new AddressGuard(new HttpTargets(config), new NameResolver()));
  return Promise.all(integrations.map((integration) => mailFinding(integration, box, sockets)));
}

async function mailFinding(
  { _id, identifier, credentials = {} }: MailIntegration,
  box: SecretBox,
  sockets: GuardedSockets,
): Promise<Finding> {
  const subject = `Mail server of ${identifier}`;
  try {
    const { host, port } = smtpSettings(openCredentials(box, _id, credentials));
    const socket = await sockets.connect({ host, port, purpose: 'mail', timeoutMs: PATIENCE_MS });
    socket.on('error', () => undefined).destroy();
    return ok(subject, `${host}:${port} accepts connections`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof ForbiddenAddressError)
      return problem(subject, reason, 'Name its network in HTTP_PRIVATE_TARGETS');
    if (error instanceof AccountError) return problem(subject, reason, 'Complete its credentials');
    if (error instanceof SecretBoxError)
      return problem(subject, 'its credentials cannot be decrypted', 'Enter them again, or set the right SECRET_KEY');
    return problem(
      subject,
      `it does not accept connections: ${reason}`,
      'Compare host and port with the documentation of the server, and look for a firewall in between',
    );
  }
}
