import { placeOf } from './finding-place';

describe('the place of a finding', () => {
  it.each([
    [{}, ''],
    [{ stepId: 'mail' }, 'mail'],
    [{ stepId: 'mail', field: '' }, 'mail'],
    [{ stepId: 'mail', field: 'body' }, 'mail, body'],
    [{ stepId: 'mail', field: 'layoutId' }, 'mail, layout'],
    [{ stepId: 'mail', field: 'body', path: 'content.2' }, 'mail, body, block 3'],
    [{ stepId: 'mail', field: 'body', path: 'content.0.content.1' }, 'mail, body, block 1'],
    [{ field: 'kind' }, 'kind of workflow'],
  ])('%j is %p', (finding, expected) => {
    expect(placeOf(finding)).toBe(expected);
  });
});
