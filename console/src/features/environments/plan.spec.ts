import { partsOf, pickedOf, pickOf, planned } from './plan';
import type { ResourceDiff } from './reads';

const diff = (id: string, inSource: boolean, inTarget: boolean): ResourceDiff => {
  const side = { id, name: id };
  return {
    resourceType: 'REGULAR',
    kind: 'workflow',
    sourceResource: inSource ? side : null,
    targetResource: inTarget ? side : null,
    changes: [],
    summary: { added: 0, modified: 0, deleted: 0, unchanged: 0 },
  };
};
const PLAN = [diff('new', true, false), diff('changed', true, true), diff('gone', false, true)].map(planned);

describe('the plan of a publication', () => {
  it('says what happens to each resource', () => {
    expect(PLAN.map(({ key, action }) => [key, action])).toEqual([
      ['workflow:new', 'create'],
      ['workflow:changed', 'update'],
      ['workflow:gone', 'delete'],
    ]);
  });

  it.each([
    [undefined, ['workflow:new', 'workflow:changed']],
    ['none', []],
    ['workflow:gone', ['workflow:gone']],
    ['workflow:gone,workflow:unknown', ['workflow:gone']],
  ])('deletes nothing unless it is picked: %s', (pick, keys) => {
    const picked = pickedOf(pick, PLAN);
    expect([...picked]).toEqual(keys);
    expect(pickedOf(pickOf(picked, PLAN), PLAN)).toEqual(picked);
  });

  it.each([
    [0, 0],
    [1, 1],
    [20, 20],
    [21, 11],
    [1000, 20],
  ])('of %d resources takes %d requests', (resources, requests) => {
    const items = Array.from({ length: resources }, (_, index) => index);
    expect(partsOf(items)).toHaveLength(requests);
    expect(partsOf(items).flat()).toEqual(items);
  });
});
