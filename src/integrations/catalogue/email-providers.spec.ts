import { emailProviders } from '@novu/shared';
import { EMAIL_ADAPTERS } from '#libs/providers/email/email-providers.js';
import { EMAIL_PROVIDERS } from './email-providers.js';

/** What differs from the list that clients of the other server know, and why. */
const DIFFERENCES: Record<string, { needed?: string[]; optional?: string[]; why: string }> = {
  ses: { optional: ['configurationSetName'], why: 'a configuration set is what SES reports about messages by' },
  'email-webhook': {
    optional: ['hmacSecretKeyEncoding'],
    why: 'the contract says that keys may be written in three ways',
  },
  anypost: { why: 'the contract does not show its keys: any is taken' },
  'novu-email-agent': { why: 'the contract does not show its keys: any is taken' },
};

/** Those of the contract that the list does not have (any more). */
const UNLISTED = ['emailjs', 'clickatell'];

describe('the providers of email', () => {
  it('are those that clients know', () => {
    expect(Object.keys(EMAIL_PROVIDERS).toSorted()).toEqual(
      [...emailProviders.map(({ id }) => id), ...UNLISTED].toSorted(),
    );
  });

  it.each(emailProviders.map(({ id, credentials }) => ({ id: String(id), credentials })))(
    '$id has the keys that clients know',
    ({ id, credentials }) => {
      const { keys } = EMAIL_PROVIDERS[id]!;
      const difference = DIFFERENCES[id];
      if (!keys) return expect(difference?.why).toContain('any is taken');
      const keysOf = (required: boolean) =>
        credentials.filter((one) => (one.required ?? false) === required).map(({ key }) => String(key));
      expect({ needed: [...(keys.needed ?? [])].toSorted(), optional: [...(keys.optional ?? [])].toSorted() }).toEqual({
        needed: [...keysOf(true), ...(difference?.needed ?? [])].toSorted(),
        optional: [...keysOf(false), ...(difference?.optional ?? [])].toSorted(),
      });
    },
  );

  it('are all in the catalogue as they are sent with', () => {
    expect(EMAIL_ADAPTERS.filter((adapter) => EMAIL_PROVIDERS[adapter.id] !== adapter)).toEqual([]);
    expect(EMAIL_ADAPTERS.map(({ channel }) => channel)).toEqual(EMAIL_ADAPTERS.map(() => 'email'));
  });
});
