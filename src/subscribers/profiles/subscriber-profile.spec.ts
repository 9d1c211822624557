import { changedFields, clearedFields, mergeProfiles, suppliedFields } from './subscriber-profile.js';

describe('profile fields', () => {
  it('supplied are those with a value, also an empty one', () => {
    expect(suppliedFields({ firstName: '', lastName: null, email: undefined, data: {} })).toEqual({
      firstName: '',
      data: {},
    });
  });

  it('cleared are those that are null', () => {
    expect(clearedFields({ firstName: '', lastName: null, email: undefined, data: null })).toEqual([
      'lastName',
      'data',
    ]);
  });

  describe('R1: changed', () => {
    const stored = { firstName: 'Ada', data: { plan: 'pro', seats: [1, 2] } };

    it('are the supplied fields that differ', () => {
      expect(changedFields(stored, { firstName: 'Ada', lastName: 'Lovelace' })).toEqual({ lastName: 'Lovelace' });
    });

    it('is data as a whole, not key by key', () => {
      expect(changedFields(stored, { data: { plan: 'free' } })).toEqual({ data: { plan: 'free' } });
    });

    it('are none when fields are absent or null', () => {
      expect(changedFields(stored, { firstName: null, lastName: undefined })).toBeUndefined();
    });

    it('R3: are none when everything is equal, in whatever order the keys are', () => {
      expect(changedFields(stored, { firstName: 'Ada', data: { seats: [1, 2], plan: 'pro' } })).toBeUndefined();
    });
  });

  describe('R5: the same id twice', () => {
    it('is one profile, the last', () => {
      const profiles = [
        { subscriberId: 'a', firstName: 'Ada', email: 'ada@example.com' },
        { subscriberId: 'b' },
        { subscriberId: 'a', firstName: 'Augusta' },
      ];
      expect(mergeProfiles(profiles)).toEqual([{ subscriberId: 'a', firstName: 'Augusta' }, { subscriberId: 'b' }]);
    });

    it.each([
      ['after', [{ subscriberId: 'a', firstName: 'Ada' }, { subscriberId: 'a' }]],
      ['before', [{ subscriberId: 'a' }, { subscriberId: 'a', firstName: 'Ada' }]],
    ])('is the profile with fields when a bare id comes %s it', (_when, profiles) => {
      expect(mergeProfiles(profiles)).toEqual([{ subscriberId: 'a', firstName: 'Ada' }]);
    });
  });
});
