import type { ChannelCredentials } from '../subscriber.schema.js';
import { hasTooManyTokens, mergeCredentials, type TokenMode, withAllowedTokens } from './credential-changes.js';

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
