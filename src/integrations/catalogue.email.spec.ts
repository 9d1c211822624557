import { createRequire } from 'node:module';
import { EMAIL_ADAPTERS } from '#libs/providers/providers.js';
import { EMAIL_PROVIDERS } from './catalogue.js';

// The package's ES modules are written for bundlers.
const { emailProviders } = createRequire(import.meta.url)('@novu/shared') as typeof import('@novu/shared');

interface Difference {
  needed?: string[];
  optional?: string[];
  why: string;
}

const NONE: Difference = { why: '' };

/** What differs from the list that clients of the other server know, and why. */
const DIFFERENCES: Record<string, Difference | undefined> = {
  ses: { optional: ['configurationSetName'], why: 'a configuration set is what SES reports about messages by' },
  nodemailer: {
    optional: ['authType', 'clientId', 'clientSecret', 'tenantId', 'refreshToken', 'tokenUrl', 'scope'],
    why: 'Microsoft 365 and Gmail log in with tokens',
  },
  outlook365: {
    optional: ['authType', 'clientId', 'clientSecret', 'tenantId', 'refreshToken', 'scope'],
    why: 'Microsoft 365 ends the use of passwords',
  },
  'email-webhook': {
    optional: ['hmacSecretKeyEncoding'],
    why: 'the contract says that keys may be written in three ways',
  },
  plunk: { optional: ['baseUrl'], why: 'an installation may be of one’s own' },
  'novu-email-agent': { why: 'the contract does not show its keys: any is taken' },
};

/** Those of the contract that the list does not have (any more). */
const UNLISTED = ['emailjs', 'clickatell'];

describe('the providers of email', () => {
  it('are those that clients know', () => {
    expect(new Set(Object.keys(EMAIL_PROVIDERS))).toEqual(
      new Set([...emailProviders.map(({ id }) => id), ...UNLISTED]),
    );
  });

  it.each(emailProviders)('$id has the keys that clients know', ({ id, credentials }) => {
    const keys = EMAIL_PROVIDERS[id]?.keys;
    const { needed = [], optional = [], why } = DIFFERENCES[id] ?? NONE;
    const keysOf = (required: boolean): string[] =>
      credentials.filter((one) => (one.required ?? false) === required).map(({ key }) => key);
    const known = { needed: new Set([...keysOf(true), ...needed]), optional: new Set([...keysOf(false), ...optional]) };
    const own = { needed: new Set(keys?.needed), optional: new Set(keys?.optional) };
    expect(keys ? own : why).toEqual(keys ? known : expect.stringContaining('any is taken'));
  });

  it('are sent with by adapters, but for the outbox and those without an interface for it', () => {
    const adapted = new Set(EMAIL_ADAPTERS.map(({ id }) => id));
    expect(adapted.size).toBe(EMAIL_ADAPTERS.length);
    expect(Object.keys(EMAIL_PROVIDERS).filter((id) => !adapted.has(id))).toEqual([
      'clickatell',
      'novu-email',
      'novu-email-agent',
    ]);
  });

  it('are all in the catalogue as they are sent with', () => {
    expect(EMAIL_ADAPTERS.filter((adapter) => EMAIL_PROVIDERS[adapter.id] !== adapter)).toEqual([]);
    expect(EMAIL_ADAPTERS.map(({ channel }) => channel)).toEqual(EMAIL_ADAPTERS.map(() => 'email'));
  });
});
