import { Types } from 'mongoose';
import { ValidationException } from '../../common/errors/validation.exception.js';
import { SecretBox, SecretBoxError } from '../../crypto/secret-box.js';
import { readCredentials } from './read-credentials.js';
import { openCredentials, sealCredentials } from './sealed-credentials.js';

describe('credentials of a request', () => {
  it('keep every key that some provider has, and no other', () => {
    const known = { apiKey: 'a', secure: true, tlsOptions: { minVersion: 'TLSv1.3' }, hmacSecretKeyEncoding: 'hex' };
    expect(readCredentials({ ...known, unknown: 1, toString: 'x', ['__proto__']: {} })).toEqual(known);
    expect(readCredentials()).toEqual({});
  });

  it.each<[string, unknown, string]>([
    ['apiKey', 12345, 'apiKey must be a string'],
    ['apiKey', null, 'apiKey must be a string'],
    ['password', ['secret'], 'password must be a string'],
    ['port', 25, 'port must be a string'],
    ['serviceAccount', 'x'.repeat(16_385), 'serviceAccount must be shorter than or equal to 16384 characters'],
    ['secure', 'true', 'secure must be a boolean value'],
    ['hmac', null, 'hmac must be a boolean value'],
    ['tlsOptions', 'x', 'tlsOptions must be an object'],
    ['tlsOptions', [], 'tlsOptions must be an object'],
    ['tlsOptions', { ca: 'x'.repeat(16_384) }, 'tlsOptions must not be larger than 16384 bytes as JSON'],
    ['hmacSecretKeyEncoding', 'utf8', 'hmacSecretKeyEncoding must be one of text, base64, hex'],
  ])('are refused when %s is %p, and the value is not repeated', (key, value, message) => {
    const errors = violations({ [key]: value, user: 'fine' });
    expect(errors).toEqual({ [`credentials.${key}`]: { messages: [message] } });
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

function violations(request: Record<string, unknown>): object {
  try {
    readCredentials(request);
  } catch (error) {
    if (error instanceof ValidationException) return error.errors;
    throw error;
  }
  throw new Error('The credentials were accepted');
}
