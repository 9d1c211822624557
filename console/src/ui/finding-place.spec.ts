import { placeOf, placeOfField } from './finding-place';

describe('the place of a finding', () => {
  it.each([
    [{}, ''],
    [{ stepId: 'mail' }, 'mail'],
    [{ stepId: 'mail', field: '' }, 'mail'],
    [{ stepId: 'mail', field: 'body' }, 'mail, body'],
    [{ stepId: 'mail', field: 'layoutId' }, 'mail, layout'],
    [{ stepId: 'mail', field: 'body', path: 'content.2' }, 'mail, body, block 3'],
    [{ stepId: 'mail', field: 'body', path: 'content.0.content.1' }, 'mail, body, block 1'],
    [{ field: 'kind' }, 'type'],
    [{ stepId: 'bell', field: 'primaryAction.redirect.url' }, 'bell, URL of the primary button'],
  ])('%j is %p', (finding, expected) => {
    expect(placeOf(finding)).toBe(expected);
  });
});

describe('the place of a field that is refused', () => {
  const steps = [{ stepId: 'wait' }, { stepId: 'mail' }];
  it.each([
    ['steps.1.controlValues.body', { stepId: 'mail', field: 'body' }],
    ['steps.0.controlValues.timeout.amount', { stepId: 'wait', field: 'timeout.amount' }],
    ['steps.1.name', { stepId: 'mail', field: 'name' }],
    ['steps.2.name', undefined],
    ['name', { field: 'name' }],
    ['category', { field: 'category' }],
    ['payloadSchema', undefined],
    ['steps', undefined],
  ])('%s is %j', (field, place) => {
    expect(placeOfField(field, steps)).toEqual(place);
  });
});
