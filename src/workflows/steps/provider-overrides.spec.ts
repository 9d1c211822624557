import { placeOverrides } from './provider-overrides.js';

const OLD = { slack: { text: 'Old' } };
const NEW = { telegram: { text: 'New' } };

describe('overrides of a step in place of another', () => {
  it.each<[string, Parameters<typeof placeOverrides>[0], object | undefined]>([
    ['stay when they are left out', { type: 'chat' }, OLD],
    ['go with null', { type: 'tool', providerOverrides: null }, undefined],
    ['are replaced as a whole', { type: 'chat', providerOverrides: NEW }, NEW],
    ['go with an empty object', { type: 'chat', providerOverrides: {} }, undefined],
    ['go when the step becomes one of another kind', { type: 'email' }, undefined],
  ])('%s', (_rule, request, expected) => {
    expect(placeOverrides(request, { providerOverrides: OLD })).toEqual(expected);
  });

  it('are none in a new step without any', () => {
    expect(placeOverrides({ type: 'chat' }, undefined)).toBeUndefined();
  });
});
