import { isSecretName, REDACTED, redactText } from './redaction.js';

describe('redaction', () => {
  it.each([
    'apiKey',
    'apiKeys',
    'api_key',
    'secretKey',
    'secret',
    'clientSecret',
    'password',
    'newPassword',
    'credentials',
    'accessToken',
    'refresh-token',
    'deviceTokens',
    'token',
    'hash',
    'tokenHash',
    'code',
    'codes',
    'recoveryCodes',
    'hmac',
    'authorization',
    'auth',
    'headers',
    'inviteLink',
    'otpauthUri',
    'signingKey',
    'privateKey',
  ])('AU4: the name %s is that of a secret', (name) => {
    expect(isSecretName(name, 'workflows')).toBe(true);
  });

  it.each(['key', 'name', 'isSecret', 'hashAsKey', 'statusCode', 'identifier', 'locale', 'subject', 'tags', 'email'])(
    'the name %s is not, in most resources',
    (name) => expect(isSecretName(name, 'workflows')).toBe(false),
  );

  it.each(['api-keys', 'members', 'self'])('AU4: a key of %s is a secret', (resource) => {
    expect(isSecretName('key', resource)).toBe(true);
  });

  it.each([
    ['3f1c9a5be0d24d7f8a6c0b1e2d3f4a5b', REDACTED],
    ['The key 3F1C9A5BE0D24D7F8A6C0B1E2D3F4A5B.', `The key ${REDACTED}.`],
    [
      `https://carillon.example/invitations/${'aB3-'.repeat(10)}xyz`,
      `https://carillon.example/invitations/${REDACTED}`,
    ],
    ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', REDACTED],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', REDACTED],
    ['otpauth://totp/Carillon?secret=JBSWY3DPEHPK3PXP', REDACTED],
    ['smtp://user:hunter2@mail.example', `smtp://user:${REDACTED}@mail.example`],
    ['Bearer abc.def-ghi_jkl', `Bearer ${REDACTED}`],
  ])('AU4: %s looks like a secret', (text, shown) => {
    expect(redactText(text)).toBe(shown);
  });

  it.each([
    'Hello {{subscriber.firstName}}',
    '6925a1f0c0ffee0123456789',
    'order-update-with-a-long-name_wf_2Xk9fQ0bT1zA3b4C5d',
    'https://shop.example.com/orders?id=4711',
    '550e8400-e29b-41d4-a716-446655440000',
  ])('%s stays', (text) => {
    expect(redactText(text)).toBe(text);
  });
});
