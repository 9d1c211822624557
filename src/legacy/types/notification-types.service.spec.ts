import { Allowance } from '#libs/computation/task.js';
import { LiquidEngine } from '#libs/rendering/liquid-engine.js';
import { controlsTask, type RenderedControls } from '../../platform/computation/rendering.tasks.js';
import { ValidationException } from '../../platform/errors/validation.exception.js';
import { assertTemplates, readRendered, type TypeTemplates } from './notification-types.service.js';

const engine = new LiquidEngine('plain');
const TYPE: TypeTemplates = { text: 'Hello {{name}}', link: '', bundleSegment: '' };
const render = (templates: Partial<TypeTemplates>, data: Record<string, unknown>) => {
  const input = { values: { ...TYPE, ...templates }, data, now: 0, raw: [] };
  return readRendered(controlsTask.run(input, new Allowance()) as RenderedControls);
};

describe('A12: the templates of a notification type', () => {
  it.each<[string, Partial<TypeTemplates>, Record<string, unknown>, TypeTemplates]>([
    ['values', {}, { name: 'Ada' }, { text: 'Hello Ada', link: '', bundleSegment: '' }],
    ['a missing value', {}, {}, { text: 'Hello ', link: '', bundleSegment: '' }],
    ['nested values', { text: '{{a.b[1]}}' }, { a: { b: [1, 2] } }, { text: '2', link: '', bundleSegment: '' }],
    ['HTML', {}, { name: '<script>alert(1)</script>x' }, { text: 'Hello x', link: '', bundleSegment: '' }],
    ['what only looks like HTML', {}, { name: 'R&D a < b' }, { text: 'Hello R&D a < b', link: '', bundleSegment: '' }],
    ['a template', {}, { name: '{{other}}', other: 'x' }, { text: 'Hello {{other}}', link: '', bundleSegment: '' }],
    [
      'a link and a bundle',
      { link: '/orders/{{order}}', bundleSegment: ' order {{order}} ' },
      { order: 7 },
      { text: 'Hello ', link: '/orders/7', bundleSegment: 'order 7' },
    ],
    ['a link that is empty', { link: '{{url}}' }, {}, { text: 'Hello ', link: '', bundleSegment: '' }],
  ])('render %s', (_case, templates, metadata, rendered) => {
    expect(render(templates, metadata)).toEqual(rendered);
  });

  it.each<[string, Partial<TypeTemplates>, Record<string, unknown>, string]>([
    ['a script as link', { link: '{{url}}' }, { url: 'javascript:alert(1)' }, 'unusable link must be an absolute'],
    ['half an address', { link: '{{url}}' }, { url: '//evil.example' }, 'unusable link must be an absolute'],
    ['a long bundle', { bundleSegment: '{{x}}' }, { x: 'x'.repeat(257) }, 'bundleSegment of more than 256 characters'],
  ])('refuse values that lead to %s', (_case, templates, metadata, message) => {
    expect(() => render(templates, metadata)).toThrow(ValidationException);
    try {
      render(templates, metadata);
    } catch (error) {
      expect((error as ValidationException).errors['metadata']?.messages[0]).toContain(message);
    }
  });

  it.each(['text', 'link', 'bundleSegment'] as const)('that cannot be read are refused, by name: %s', (field) => {
    expect(() => assertTemplates(TYPE, engine)).not.toThrow();
    expect(() => assertTemplates({ [field]: '{{ broken' }, engine)).toThrow(
      expect.objectContaining({ errors: { [field]: { messages: [expect.stringContaining(field)] } } }),
    );
  });
});
