import { inBatches } from './api.js';

const workflow = (bytes: number) => ({ workflowId: 'w', name: 'x'.repeat(bytes) });
const nothing = { layouts: [], workflows: [], deleted: [] };

describe('requests to store definitions', () => {
  it('take layouts first, the default one at their head, and delete last', () => {
    const [alpha, brand] = [{ layoutId: 'alpha' }, { layoutId: 'brand' }];
    const deleted = [{ resourceType: 'layout', resourceId: 'old' }];
    const given = { layouts: [alpha, brand], workflows: [workflow(1)], deleted, defaultLayoutId: 'brand' };
    expect(inBatches(given)).toEqual([
      { ...nothing, layouts: [brand, alpha], defaultLayoutId: 'brand' },
      { ...nothing, workflows: [workflow(1)], defaultLayoutId: 'brand' },
      { ...nothing, deleted, defaultLayoutId: 'brand' },
    ]);
  });

  it('are not larger than servers take, unless one definition is', () => {
    const large = workflow(2_000_000);
    const sizes = (workflows: object[]) => inBatches({ ...nothing, workflows }).map((batch) => batch.workflows.length);
    expect(sizes([large, large, large, workflow(1)])).toEqual([2, 2]);
    expect(sizes([workflow(1), workflow(9_000_000), workflow(1)])).toEqual([1, 1, 1]);
    expect(sizes(Array.from({ length: 401 }, () => workflow(1)))).toEqual([200, 200, 1]);
  });

  it('are none for nothing', () => {
    expect(inBatches(nothing)).toEqual([]);
  });
});
