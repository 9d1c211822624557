import { fieldChanges } from './field-changes';

const step = (subject: string, tags: string[] = []) => ({ name: 'Mail', controlValues: { subject, tags, skip: {} } });

describe('the fields in which two objects differ', () => {
  it('are those that differ, by their path', () => {
    expect(fieldChanges(step('Hi'), step('Hello', ['a']))).toEqual([
      { path: 'controlValues.subject', before: 'Hi', after: 'Hello' },
      { path: 'controlValues.tags', before: '[]', after: '[\n  "a"\n]' },
    ]);
  });

  it('are all of what is new, and none of what only moved', () => {
    expect(fieldChanges({}, { active: true })).toEqual([{ path: 'active', before: undefined, after: 'true' }]);
    expect(fieldChanges({}, {})).toEqual([]);
  });
});
