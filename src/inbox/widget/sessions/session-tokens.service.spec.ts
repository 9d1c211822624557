import { UnauthorizedException } from '@nestjs/common';
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { Types } from 'mongoose';
import { loadConfig } from '../../../platform/config/config.js';
import { KeyRing } from '../../../platform/crypto/secret-box.js';
import { type SessionOwner, SessionTokens, toPayload } from './session-tokens.service.js';

const SECRET = 'a secret key of thirty-two characters and more';
const DAY = 86_400_000;

const owner: SessionOwner = {
  environmentId: new Types.ObjectId(),
  organizationId: new Types.ObjectId(),
  subscriber: { _id: new Types.ObjectId(), subscriberId: 'ada', firstName: 'Ada', email: 'ada@example.com' },
  contextKeys: ['tenant:acme', 'app:jira'],
};

let now: Date;
const clock = { now: () => now };
const tokens = new SessionTokens(new KeyRing(SECRET), loadConfig({ SESSION_DAYS: '2' }), clock);

beforeEach(() => {
  now = new Date('2026-05-01T12:00:00Z');
});

function signed(payload: JWTPayload, key = new KeyRing(SECRET).derive('carillon/sessions/v1')): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(key);
}

const good = (): JWTPayload => ({
  ...toPayload(owner),
  aud: 'widget_user',
  iss: 'novu_api',
  exp: Math.floor(now.getTime() / 1000) + 60,
});

describe('session tokens', () => {
  it('say for whom they are, and their contexts in order', async () => {
    expect(await tokens.verify(await tokens.issue(owner))).toEqual({
      environment: { id: owner.environmentId, organizationId: owner.organizationId },
      subscriberInternalId: owner.subscriber._id,
      subscriberId: 'ada',
      contextKeys: ['app:jira', 'tenant:acme'],
      isProven: false,
    });
    expect(await tokens.verify(await tokens.issue({ ...owner, isProven: true }))).toMatchObject({ isProven: true });
  });

  it('carry the claims that inbox widgets know', async () => {
    const [, body] = (await tokens.issue(owner)).split('.');
    expect(JSON.parse(Buffer.from(body ?? '', 'base64url').toString())).toEqual({
      _id: owner.subscriber._id.toHexString(),
      subscriberId: 'ada',
      firstName: 'Ada',
      email: 'ada@example.com',
      environmentId: owner.environmentId.toHexString(),
      organizationId: owner.organizationId.toHexString(),
      contextKeys: ['app:jira', 'tenant:acme'],
      aud: 'widget_user',
      iss: 'novu_api',
      iat: now.getTime() / 1000,
      exp: (now.getTime() + 2 * DAY) / 1000,
    });
  });

  it('are good for the days of the setting, and not a second longer', async () => {
    const token = await tokens.issue(owner);
    now = new Date(now.getTime() + 2 * DAY - 1000);
    await expect(tokens.verify(token)).resolves.toBeDefined();
    now = new Date(now.getTime() + 1000);
    await expect(tokens.verify(token)).rejects.toThrow(UnauthorizedException);
  });

  it('accepts what the refused ones below differ from in one thing', async () => {
    await expect(tokens.verify(await signed(good()))).resolves.toBeDefined();
  });

  it.each<[string, () => Promise<string> | string]>([
    ['of another audience', () => signed({ ...good(), aud: 'api' })],
    ['of another issuer', () => signed({ ...good(), iss: 'somebody' })],
    ['without an end', () => signed({ ...good(), exp: undefined })],
    ['that begins later', () => signed({ ...good(), nbf: Math.floor(now.getTime() / 1000) + 30 })],
    ['signed with another secret', () => signed(good(), new KeyRing(`${SECRET}!`).derive('carillon/sessions/v1'))],
    ['signed with a key for another purpose', () => signed(good(), new KeyRing(SECRET).derive('carillon/secrets/v1'))],
    ['signed with the secret itself', () => signed(good(), Buffer.from(SECRET))],
    ['that is not signed', () => new UnsecuredJWT(good()).encode()],
    ['with a changed body', async () => changedBody(await signed(good()))],
    ['of another algorithm', () => sha512(good())],
    ['without a subscriber', () => signed({ ...good(), subscriberId: undefined })],
    ['whose ids are none', () => signed({ ...good(), environmentId: 'x' })],
    ['whose contexts are not texts', () => signed({ ...good(), contextKeys: [1] })],
    ['that is empty', () => ''],
    ['that is not a token', () => 'aaa.bbb.ccc'],
  ])('refuses one %s', async (_what, make) => {
    await expect(tokens.verify(await make())).rejects.toThrow(UnauthorizedException);
  });
});

function sha512(payload: JWTPayload): Promise<string> {
  const key = new KeyRing(SECRET).derive('carillon/sessions/v1');
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS512' }).sign(key);
}

function changedBody(token: string): string {
  const [head, body, signature] = token.split('.');
  const changed = Buffer.from(body ?? '', 'base64url')
    .toString()
    .replace('"ada"', '"eve"');
  return [head, Buffer.from(changed).toString('base64url'), signature].join('.');
}
