import { Types } from 'mongoose';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { ChannelCredentials, SubscriberChannel } from '../subscriber.schema.js';
import { CredentialBox } from './credential-box.js';
import {
  changeChannels,
  hasTooManyTokens,
  mergeCredentials,
  tokenKey,
  type TokenMode,
  withAllowedTokens,
} from './credential-changes.js';

describe('merging credentials', () => {
  it.each<[string, ChannelCredentials, ChannelCredentials, TokenMode, ChannelCredentials]>([
    ['R13: replaces tokens', { deviceTokens: ['a'] }, { deviceTokens: ['b'] }, 'replace', { deviceTokens: ['b'] }],
    ['R13: clears tokens', { deviceTokens: ['a'] }, { deviceTokens: [] }, 'replace', { deviceTokens: [] }],
    ['R12: adds tokens', { deviceTokens: ['a'] }, { deviceTokens: ['b', 'a'] }, 'add', { deviceTokens: ['a', 'b'] }],
    ['R12: adds no token', { deviceTokens: ['a'] }, { deviceTokens: [] }, 'add', { deviceTokens: ['a'] }],
    ['holds each token once', {}, { deviceTokens: ['a', 'a'] }, 'replace', { deviceTokens: ['a'] }],
    ['R14: keeps tokens', { deviceTokens: ['a'] }, { title: 't' }, 'replace', { deviceTokens: ['a'], title: 't' }],
    ['R14: keeps fields', { title: 't' }, { deviceTokens: ['a'] }, 'replace', { deviceTokens: ['a'], title: 't' }],
    ['sets fields', { title: 'old', state: 's' }, { title: 'new' }, 'add', { title: 'new', state: 's' }],
    ['takes undefined for absent', { title: 't' }, { title: undefined }, 'add', { title: 't' }],
  ])('%s', (_case, stored, given, mode, expected) => {
    const before = structuredClone(stored);
    expect(mergeCredentials(stored, given, mode)).toEqual(expected);
    expect(stored).toEqual(before);
  });

  const tokens = (count: number): ChannelCredentials => ({
    deviceTokens: Array.from({ length: count }, (_value, index) => String(index)),
  });

  it.each<[string, ChannelCredentials, ChannelCredentials, number]>([
    ['fits exactly', {}, tokens(3), 3],
    ['is one too many', {}, tokens(4), 3],
    ['was too many before', tokens(5), { ...tokens(5), title: 't' }, 5],
    ['grows from too many', tokens(5), tokens(6), 5],
    ['shrinks, still too many', tokens(6), tokens(5), 5],
    ['has none', {}, { title: 't' }, 0],
  ])('R13: of at most three tokens, a change that %s', (_case, stored, merged, allowed) => {
    const count = (merged.deviceTokens ?? []).length;
    expect(hasTooManyTokens(stored, merged, 3)).toBe(count > allowed);
    expect(withAllowedTokens(stored, merged, 3).deviceTokens ?? []).toHaveLength(allowed);
  });
});

describe('U3: when a device was registered', () => {
  const box = new CredentialBox(new SecretBox('a secret key that only tests have'));
  const owner = { environmentId: new Types.ObjectId(), subscriberId: 'ada' };
  const integrationId = new Types.ObjectId();
  const [first, later] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-04-01T12:00:00Z')];
  const change = (stored: SubscriberChannel[], deviceTokens: string[], mode: TokenMode, at: Date) =>
    changeChannels(box, owner, stored, [{ providerId: 'apns', integrationId, credentials: { deviceTokens } }], {
      mode,
      limit: (_stored, merged) => merged,
      at,
    }) ?? stored;

  it.each<[string, string[], TokenMode, Record<string, Date>]>([
    ['is kept when another device is added', ['b'], 'add', { a: first, b: later }],
    ['is kept when it is sent once more', ['a', 'b'], 'replace', { a: first, b: later }],
    ['goes with the device', ['b'], 'replace', { b: later }],
    ['is that of the first time', ['a'], 'add', { a: first }],
  ])('%s', (_case, tokens, mode, expected) => {
    const [channel] = change(change([], ['a'], 'add', first), tokens, mode, later);
    const named = Object.entries(expected).map(([token, at]) => [tokenKey(token), at]);
    expect(channel?.registeredAt).toEqual(Object.fromEntries(named));
  });
});
