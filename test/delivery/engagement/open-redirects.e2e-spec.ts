import {
  type TrackedClaims,
  toTrackedToken,
  trackingKey,
} from '../../../src/delivery/engine/tracking/tracked-token.js';
import { LinkKeys } from '../../../src/preferences/links/link-keys.service.js';
import { PreferenceLinks } from '../../../src/preferences/links/preference-links.service.js';
import { Types } from 'mongoose';
import { TrackedMail } from './tracked-mail.js';

const TARGET = 'https://shop.example/?a=1&b=2';
const EVIL = 'https://evil.example/';

describe('CS81: redirects lead to signed addresses only', () => {
  let mail: TrackedMail;
  let token: string;
  let second: string;
  let picture: string;
  const made: Record<string, string> = {};

  beforeAll(async () => {
    mail = await TrackedMail.start();
    await mail.integration({ trackOpens: true, trackClicks: true });
    const name = await mail.workflow(
      `<a href="https://shop.example/?a=1&amp;b=2">x</a><a href="https://other.example/">y</a>`,
    );
    const sent = await mail.send(name);
    [token, second] = sent.links.map((link) => link.slice('/e/'.length)) as [string, string];
    picture = sent.picture!.slice('/e/'.length, -'.gif'.length);
    const { app } = mail.scene.carillon;
    const installation = await app.get(LinkKeys, { strict: false }).key();
    const claims: TrackedClaims = { kind: 'clicked', messageId: new Types.ObjectId(), url: EVIL, link: 0, links: 1 };
    made.foreign = toTrackedToken(claims, trackingKey('f'.repeat(64)));
    made.bare = toTrackedToken(claims, Buffer.from(installation, 'hex'));
    made.text = toTrackedToken(claims, Buffer.from(installation));
    const sign = await app.get(PreferenceLinks, { strict: false }).signer();
    const person = { environmentId: new Types.ObjectId(), subscriberId: new Types.ObjectId(), contextKeys: [] };
    made.preferences = sign({ opens: 'choices', ...person });
  });

  afterAll(() => mail.close());

  /** The token with other bytes. */
  const changed = (change: (bytes: Buffer) => Buffer): string =>
    change(Buffer.from(token, 'base64url')).toString('base64url');
  const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

  it('as they were signed', async () => {
    const { statusCode, headers } = await mail.follow(`/e/${token}`);
    expect([statusCode, headers.location]).toEqual([302, TARGET]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
  });

  it.each<[string, () => string]>([
    ['a parameter url', () => `${token}?url=${EVIL}`],
    ['a parameter redirect', () => `${token}?redirect=//evil.example`],
    ['a parameter next, twice', () => `${token}?next=${EVIL}&next=${EVIL}`],
    ['a parameter with a line break', () => `${token}?x=%0d%0aLocation:%20${EVIL}`],
    ['a fragment', () => `${token}#${EVIL}`],
    ['a slash', () => `${token}/`],
  ])('and nothing that is added changes that: %s', async (_case, path) => {
    const { statusCode, headers } = await mail.follow(`/e/${path()}`);
    expect([statusCode, headers.location]).toEqual([302, TARGET]);
  });

  it.each([
    ['a header for the host', { host: 'evil.example' }],
    ['a forwarded host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'javascript' }],
    ['an original address', { 'x-original-url': EVIL, 'x-rewrite-url': EVIL }],
    ['a referrer', { referer: EVIL }],
  ])('and no header changes that: %s', async (_case, headers) => {
    const response = await mail.follow(`/e/${token}`, { headers });
    expect([response.statusCode, response.headers.location]).toEqual([302, TARGET]);
  });

  it.each<[string, () => string]>([
    ['nothing', () => ''],
    ['an address', () => EVIL],
    ['an encoded address', () => encodeURIComponent(EVIL)],
    ['an address encoded twice', () => encodeURIComponent(encodeURIComponent(EVIL))],
    ['two slashes', () => '//evil.example'],
    ['two encoded slashes', () => '%2F%2Fevil.example'],
    ['backslashes', () => '%5C%5Cevil.example'],
    ['a way up', () => '..%2F..%2Fevil.example'],
    ['a script', () => 'javascript:alert(1)'],
    ['data', () => 'data:text/html,x'],
    ['a line break', () => `%0d%0aLocation:%20${encodeURIComponent(EVIL)}`],
    ['the token and a line break', () => `${token}%0d%0aLocation:%20${encodeURIComponent(EVIL)}`],
    ['an address in base64', () => Buffer.from(EVIL).toString('base64url')],
    ['an address behind the token', () => `${token}@evil.example`],
    ['an address before the token', () => `evil.example%2F${token}`],
    ['a path behind the token', () => `${token}/evil.example`],
    ['the token and a zero', () => `${token}%00`],
    ['the token and a space', () => `${token}%20`],
    ['padding', () => `${token}=`],
    ['a character less', () => token.slice(0, -1)],
    ['a character more', () => `${token}A`],
    ['other letters of the same bytes', () => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['upper case', () => token.toUpperCase()],
    [
      'another address, signed as before',
      () => changed((all) => Buffer.concat([all.subarray(0, 15), Buffer.from(EVIL), all.subarray(-16)])),
    ],
    [
      'another host of the same length',
      () => changed((all) => Buffer.from(all.toString('latin1').replace('shop.', 'evil.'), 'latin1')),
    ],
    ['another scheme', () => changed((all) => Buffer.from(all.toString('latin1').replace('https', 'ftp:/'), 'latin1'))],
    [
      'another message',
      () => changed((all) => Buffer.concat([all.subarray(0, 1), Buffer.alloc(12, 7), all.subarray(13)])),
    ],
    ['another link', () => changed((all) => Buffer.concat([all.subarray(0, 13), Buffer.from([1]), all.subarray(14)]))],
    [
      'the head of one and the rest of another',
      () => Buffer.concat([bytesOf(token).subarray(0, 15), bytesOf(second).subarray(15)]).toString('base64url'),
    ],
    [
      'the address of one, the signature of another',
      () => changed((all) => Buffer.concat([all.subarray(0, -16), bytesOf(second).subarray(-16)])),
    ],
    ['no signature', () => changed((all) => all.subarray(0, -16))],
    ['an empty signature', () => changed((all) => Buffer.concat([all.subarray(0, -16), Buffer.alloc(16)]))],
    ['the token of a picture', () => picture],
    [
      'the token of a picture, as a link',
      () => Buffer.concat([Buffer.from([1]), bytesOf(picture).subarray(1)]).toString('base64url'),
    ],
    ['a token of another installation', () => made.foreign!],
    ['one signed with the key that this one is made of', () => made.bare!],
    ['one signed with the text of that key', () => made.text!],
    ['a token of preferences', () => made.preferences!],
    ['a very long one', () => 'A'.repeat(1000)],
    ['one that is too long', () => 'A'.repeat(3000)],
  ])('everything else leads nowhere: %s', async (_case, path) => {
    const { statusCode, headers, body } = await mail.follow(`/e/${path()}`);
    expect([404, 414]).toContain(statusCode);
    expect(headers.location).toBeUndefined();
    expect(body).not.toContain('Location:');
    expect(body).not.toMatch(/href="?[^"]*evil/u);
  });

  it('on a page that helps', async () => {
    const { statusCode, headers, body } = await mail.follow('/e/forged');
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('Open it from the email again');
  });

  it('and nothing counts that leads nowhere', async () => {
    const messages = await mail.scene.messages.find({}).lean();
    expect(messages.map(({ engagement }) => engagement?.opened)).toEqual([undefined]);
  });
});
