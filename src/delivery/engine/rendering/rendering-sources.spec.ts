import { layoutChoice } from './rendering-sources.js';

describe('L11: an email step is put into the layout of', () => {
  const step = (layoutId?: string | null) => ({
    stepId: 'mail',
    controlValues: layoutId === undefined ? {} : { layoutId },
  });

  it.each([
    ['nobody: the default', undefined, step(), undefined],
    ['nobody, when the step names an empty one', undefined, step(''), undefined],
    ['the step', undefined, step('own'), 'own'],
    ['the step, which wants none', undefined, step(null), null],
    ['the trigger, older form', { layoutIdentifier: 'old' }, step('own'), 'old'],
    [
      'the trigger, for emails',
      { layoutIdentifier: 'old', channels: { email: { layoutId: 'mails' } } },
      step('own'),
      'mails',
    ],
    [
      'the trigger, for emails none',
      { layoutIdentifier: 'old', channels: { email: { layoutId: null } } },
      step('own'),
      null,
    ],
    [
      'the trigger, for the step',
      { channels: { email: { layoutId: 'mails' } }, steps: { mail: { layoutId: 'step' } } },
      step('own'),
      'step',
    ],
    [
      'the trigger, for the step none',
      { channels: { email: { layoutId: 'mails' } }, steps: { mail: { layoutId: null } } },
      step(),
      null,
    ],
    ['the step, when the trigger is about another', { steps: { other: { layoutId: 'x' } } }, step('own'), 'own'],
  ])('%s', (_case, overrides, of, expected) => {
    expect(layoutChoice(overrides, of)).toBe(expected);
  });
});
