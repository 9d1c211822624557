import { assertKind, categoryOf, isSubscription, kindAfter } from './kind.js';
import type { Workflow } from './workflow.schema.js';

type Kinds = Pick<Workflow, 'kind' | 'category'>;
const subscription = { kind: 'subscription' as const };
const layer = (readOnly: boolean) => ({ all: { enabled: true, readOnly }, channels: {} });

describe('the category of a workflow', () => {
  it.each<[string, Kinds & { tags: string[] }, string | undefined]>([
    ['the first tag of a subscription', { ...subscription, tags: ['a', 'b'] }, 'a'],
    ['none of a subscription without tags', { ...subscription, tags: [] }, undefined],
    ['none of a transactional workflow', { tags: ['a'] }, undefined],
    ['the one that is named', { tags: ['a', 'b'], category: 'b' }, 'b'],
    ['none where null says so', { ...subscription, tags: ['a'], category: null }, undefined],
    ['the first tag where the named one is gone', { ...subscription, tags: ['a'], category: 'b' }, 'a'],
  ])('CS2: is %s', (_case, workflow, category) => {
    expect(categoryOf(workflow)).toBe(category);
  });
});

describe('kind and category after a request', () => {
  it.each<[string, Parameters<typeof kindAfter>[0], Kinds | undefined, Kinds]>([
    ['nothing said of a new one', {}, undefined, {}],
    ['nothing said of another', {}, { ...subscription, category: 'a' }, { ...subscription, category: 'a' }],
    ['nothing said, none before', {}, { ...subscription, category: null }, { ...subscription, category: null }],
    ['the default', { kind: 'transactional' }, subscription, {}],
    ['none of a subscription', { category: null }, subscription, { ...subscription, category: null }],
    ['none of a transactional one is the default', { category: null }, { category: 'a' }, {}],
    ['the default again', { category: '' }, { ...subscription, category: null }, subscription],
    ['both', { ...subscription, category: 'a' }, undefined, { ...subscription, category: 'a' }],
  ])('CS1, CS2: %s', (_case, request, current, after) => {
    expect(kindAfter(request, current)).toEqual(after);
  });

  it.each<[string, Parameters<typeof assertKind>, string | undefined]>([
    ['a critical subscription', [{}, { ...subscription, tags: [], preferences: { user: layer(true) } }], 'kind'],
    ['critical in code', [{}, { ...subscription, tags: [], preferences: { workflow: layer(true) } }], 'kind'],
    [
      'critical in code, and not here',
      [{}, { ...subscription, tags: [], preferences: { user: layer(false), workflow: layer(true) } }],
      undefined,
    ],
    ['a critical one', [{}, { tags: [], preferences: { user: layer(true) } }], undefined],
    ['another category', [{ category: 'b' }, { tags: ['a'], preferences: {} }], 'category'],
    ['one of the tags', [{ category: 'a' }, { tags: ['a'], preferences: {} }], undefined],
    ['no category', [{ category: null }, { tags: ['a'], preferences: {} }], undefined],
  ])('CS2, CS3: %s', (_case, [request, workflow], field) => {
    const check = () => assertKind(request, workflow);
    if (field === undefined) expect(check).not.toThrow();
    else
      expect(check).toThrow(
        expect.objectContaining({ errors: expect.objectContaining({ [field]: expect.anything() }) }),
      );
  });

  it('CS3: a critical workflow is not a subscription', () => {
    expect(isSubscription({ ...subscription, preferences: {} })).toBe(true);
    expect(isSubscription({ ...subscription, preferences: { workflow: layer(true) } })).toBe(false);
    expect(isSubscription({ preferences: {} })).toBe(false);
  });
});
