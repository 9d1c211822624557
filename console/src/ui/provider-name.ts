/** Providers whose id is not the name that people know. */
const NAMES: Readonly<Record<string, string>> = { nodemailer: 'SMTP' };

/** What a provider is called where its id alone is known. */
export function providerName(providerId: string): string {
  return NAMES[providerId] ?? providerId;
}
