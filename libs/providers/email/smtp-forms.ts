import type { CredentialKey } from '../kit/account.js';
import type { KeyForm } from '../kit/provider.js';

const BY_PASSWORD = { key: 'authType', values: ['', 'password'] } as const;
const BY_APPLICATION = { key: 'authType', values: ['client_credentials'] } as const;
const BY_CONSENT = { key: 'authType', values: ['refresh_token'] } as const;
const BY_TOKEN = { key: 'authType', values: ['client_credentials', 'refresh_token'] } as const;
const DKIM = 'DKIM signature, where the mail server does not sign';

/** How a form shows the credentials of a mail server: those of the chosen login, and those of DKIM by themselves. */
export const SMTP_FORMS: Partial<Record<CredentialKey, KeyForm>> = {
  user: { description: 'Name of the account, or with a token the address of the mailbox; then the sender when empty.' },
  password: { when: BY_PASSWORD },
  clientId: { when: BY_TOKEN, description: 'Id of the application at Microsoft, Google or another service.' },
  clientSecret: { when: BY_TOKEN, description: 'Secret of the application.' },
  tenantId: { when: BY_TOKEN, description: 'Id of the directory at Microsoft; empty for other services.' },
  refreshToken: { when: BY_CONSENT, description: 'Token that the service gave when the person consented.' },
  tokenUrl: { when: BY_TOKEN, description: 'Where tokens are fetched; empty for Microsoft and Google.' },
  scope: { when: BY_APPLICATION, description: 'What tokens are for; empty for Microsoft.' },
  domain: { group: DKIM, description: 'Domain that signs, which is that of the sender.' },
  accountSid: { group: DKIM, label: 'Selector', description: 'Name of the public key in the DNS of the domain.' },
  secretKey: { group: DKIM, label: 'Private key', description: 'Private key that signs, as PEM.' },
};
