import { Types } from 'mongoose';
import { ValidationException } from '../platform/errors/validation.exception.js';
import { SecretBox, SecretBoxError } from '../platform/crypto/secret-box.js';
import { CREDENTIAL_KEYS, DESTINATIONS, isSecretKey } from '#libs/providers/kit/account.js';
import {
  assertSecretsGivenAgain,
  type Credentials,
  maskCredentials,
  openCredentials,
  readCredentials,
  sealCredentials,
} from './credentials.js';

describe('credentials of a request', () => {
  it('keep every key that some provider has, and no other', () => {
    const known = { apiKey: 'a', secure: true, tlsOptions: { minVersion: 'TLSv1.3' }, hmacSecretKeyEncoding: 'hex' };
    expect(readCredentials({ ...known, unknown: 1, toString: 'x', ['__proto__']: {} })).toEqual(known);
    expect(readCredentials()).toEqual({});
  });

  it.each<[string, unknown, string]>([
    ['apiKey', 12345, 'apiKey must be a string, not a number'],
    ['apiKey', null, 'apiKey must be a string, not null'],
    ['password', ['secret'], 'password must be a string, not a list'],
    ['port', 25.5, 'port must be a string, not a number'],
    ['serviceAccount', 'x'.repeat(16_385), 'serviceAccount must be shorter than or equal to 16384 characters'],
    ['secure', 'yes', 'secure must be a boolean value, not a string'],
    ['hmac', null, 'hmac must be a boolean value, not null'],
    ['tlsOptions', 'x', 'tlsOptions must be an object, not a string'],
    ['tlsOptions', [], 'tlsOptions must be an object, not a list'],
    ['tlsOptions', { ca: 'x'.repeat(16_384) }, 'tlsOptions must not be larger than 16384 bytes as JSON'],
    ['hmacSecretKeyEncoding', 'utf8', 'hmacSecretKeyEncoding must be one of text, base64, hex'],
  ])('are refused when %s is %p, and the value is not repeated', (key, value, message) => {
    const errors = violations({ [key]: value, user: 'fine' });
    expect(errors).toEqual({ [`credentials.${key}`]: { messages: [message] } });
  });

  it.each(['apiKey', 'secure', 'tlsOptions', 'authType'])('are removed by an empty text: %s', (key) => {
    expect(readCredentials({ [key]: '' })).toEqual({ [key]: '' });
  });

  it('may have a port as a number, and a flag as the text that a variable holds', () => {
    expect(readCredentials({ port: 587, secure: 'false', requireTls: 'true' })).toEqual({
      port: '587',
      secure: false,
      requireTls: true,
    });
  });

  it('are refused with all that is wrong', () => {
    expect(Object.keys(violations({ apiKey: 1, secure: 1 }))).toEqual(['credentials.apiKey', 'credentials.secure']);
  });
});

describe('stored credentials', () => {
  const box = new SecretBox('k'.repeat(32));
  const id = new Types.ObjectId();
  const credentials = { apiKey: 'SG.secret', secure: false, tlsOptions: { ca: 'certificate' } };

  it('G10: are encrypted, and open again', () => {
    const sealed = sealCredentials(box, id, credentials);
    expect(Object.keys(sealed)).toEqual(Object.keys(credentials));
    expect(JSON.stringify(sealed)).not.toMatch(/secret|certificate/);
    expect(openCredentials(box, id, sealed)).toEqual(credentials);
  });

  it('do not open in another integration, nor under another key', () => {
    const { apiKey = '' } = sealCredentials(box, id, credentials);
    expect(() => openCredentials(box, new Types.ObjectId(), { apiKey })).toThrow(SecretBoxError);
    expect(() => openCredentials(box, id, { senderName: apiKey })).toThrow(SecretBoxError);
  });

  it('leave out empty texts', () => {
    expect(sealCredentials(box, id, { apiKey: '' })).toEqual({});
  });
});

describe('G10: shown credentials', () => {
  const box = new SecretBox('k'.repeat(32));
  const id = new Types.ObjectId();

  it('are the secrets as the text set, and everything else as it is', () => {
    const credentials: Credentials = {
      host: 'smtp.example.com',
      port: '587',
      secure: false,
      user: 'shop',
      password: 'very-secret',
      tlsOptions: { key: 'very-secret' },
      webhookUrl: 'https://hooks.example.com/very-secret',
    };
    expect(maskCredentials(box, id, sealCredentials(box, id, credentials))).toEqual({
      ...credentials,
      password: 'set',
      tlsOptions: 'set',
      webhookUrl: 'set',
    });
  });

  it('show no key that nobody knows, and say of one that cannot be read that it is set', () => {
    const other = new SecretBox('o'.repeat(32));
    const stored = { ...sealCredentials(other, id, { host: 'smtp.example.com' }), unknown: 'sealed' };
    expect(maskCredentials(box, id, stored)).toEqual({ host: 'set', unknown: 'set' });
  });

  it('sent back leave the secrets, and say so where there is none', () => {
    const shown = { user: 'shop', password: 'set', tlsOptions: 'set' };
    expect(readCredentials(shown, ['user', 'password', 'tlsOptions'])).toEqual({ user: 'shop' });
    expect(violations(shown)).toEqual({
      'credentials.password': {
        messages: ['password must be the secret itself: the text "set" stands for a stored one, and none is stored'],
      },
      'credentials.tlsOptions': { messages: [expect.stringContaining('none is stored')] },
    });
  });
});

describe('G13: secrets are entered again', () => {
  const box = new SecretBox('k'.repeat(32));
  const id = new Types.ObjectId();
  const SMTP = { host: 'smtp.example.com', port: '587', user: 'shop', password: 'p', tlsOptions: {} };

  function refused(stored: Credentials, given: Credentials): string[] {
    return Object.keys(
      violationsOf(() => assertSecretsGivenAgain(box, id, sealCredentials(box, id, stored), given)) ?? {},
    );
  }

  it.each(DESTINATIONS.map((key) => [key]))('when %s changes, is added or removed', (key) => {
    for (const [before, after] of [
      ['a', 'b'],
      ['', 'b'],
      ['a', ''],
    ]) {
      expect(refused({ [key]: before, apiKey: 's', user: 'u' }, { [key]: after })).toEqual(['credentials.apiKey']);
    }
    expect(refused({ [key]: 'a', apiKey: 's' }, { [key]: 'a', user: 'other' })).toEqual([]);
    expect(refused({ [key]: 'a', apiKey: 's' }, { [key]: 'b', apiKey: 'new' })).toEqual([]);
    expect(refused({ [key]: 'a', apiKey: 's' }, { [key]: 'b', apiKey: '' })).toEqual([]);
    expect(refused({ [key]: 'a', user: 'u' }, { [key]: 'b' })).toEqual([]);
  });

  it('all of them, by name', () => {
    expect(refused(SMTP, { host: 'evil.example' })).toEqual(['credentials.password', 'credentials.tlsOptions']);
    const stored = sealCredentials(box, id, SMTP);
    expect(() =>
      assertSecretsGivenAgain(box, id, stored, { host: 'evil.example', port: '25', tlsOptions: {} }),
    ).toThrow('password must be entered again: host, port say where it is sent, and would change');
  });

  it('whatever says where they go is marked, and so is every secret', () => {
    const names = Object.keys(CREDENTIAL_KEYS);
    const addresses = names.filter((key) => /url|host|port|domain|region/i.test(key));
    // These are shown to people, or named to them.
    const harmless = ['redirectUrl', 'imageUrl'];
    expect(addresses.filter((key) => !DESTINATIONS.includes(key))).toEqual(harmless);
    const secrets = names.filter((key) => /key|secret|token|password|account$/i.test(key) && isSecretKey(key));
    const told = names.filter((key) => /key|secret|token|password|account$/i.test(key) && !isSecretKey(key));
    expect(secrets.length).toBeGreaterThan(7);
    expect(told).toEqual([
      'hmacSecretKeyEncoding',
      'apiKeyRequestHeader',
      'secretKeyRequestHeader',
      'authenticateByToken',
      'authenticationTokenKey',
      'tokenUrl',
    ]);
  });
});

function violations(request: Record<string, unknown>): object {
  const found = violationsOf(() => readCredentials(request));
  if (!found) throw new Error('The credentials were accepted');
  return found;
}

function violationsOf(read: () => unknown): object | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof ValidationException) return error.errors;
    throw error;
  }
}
