/** @runs-on build */
import { createTemplateEngines } from './liquid-engine.js';
import { renderControls } from './render-controls.js';
import { TemplateError } from './template-error.js';

const engines = createTemplateEngines();
const scope = { payload: { name: 'Q&A', id: 7 } };

describe('renderControls', () => {
  it('renders every text, keeps keys and other values, and leaves what it was given alone', () => {
    const values = {
      subject: 'About {{ payload.name }}',
      primaryAction: { label: 'Open {{ payload.id }}', redirect: { url: '/q/{{ payload.id }}' } },
      '{{ payload.name }}': ['{{ payload.id }}', 1, true, null, ['{{ payload.missing }}']],
      disableOutputSanitization: false,
    };
    const before = structuredClone(values);
    expect(renderControls(values, scope, engines)).toEqual({
      subject: 'About Q&A',
      primaryAction: { label: 'Open 7', redirect: { url: '/q/7' } },
      '{{ payload.name }}': ['7', 1, true, null, ['']],
      disableOutputSanitization: false,
    });
    expect(values).toEqual(before);
  });

  it('L4 uses the mode of each field', () => {
    const values = { subject: '{{ payload.name }}', body: '<p>{{ payload.name }}</p>', skip: { if: ['{{ a }}'] } };
    const rendered = renderControls(values, scope, engines, (path) =>
      path === 'body' ? 'html' : path === 'skip' ? 'raw' : 'plain',
    );
    expect(rendered).toEqual({ subject: 'Q&A', body: '<p>Q&amp;A</p>', skip: { if: ['{{ a }}'] } });
  });

  it.each([
    [{ primaryAction: { label: '{{ payload.' } }, 'primaryAction.label'],
    [{ data: { list: ['ok', '{% if %}'] } }, 'data.list.1'],
    [{ subject: 'fine', body: '{{ payload.id | nosuchfilter }}' }, 'body'],
  ])('L2 names the control at fault in %j', (values, control) => {
    const error = renderControls(values, scope, engines);
    expect(error).toBeInstanceOf(TemplateError);
    expect(error).toMatchObject({ control, reason: 'syntax' });
  });

  it('gives all fields together the steps of one rendering', () => {
    const loop = '{% for i in (1..90) %}{% endfor %}';
    const small = createTemplateEngines({ limits: { steps: 1000 } });
    expect(renderControls({ field: loop }, scope, small)).toEqual({ field: '' });
    const values = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`field${index}`, loop]));
    expect(renderControls(values, scope, small)).toMatchObject({
      reason: 'limit',
      message: expect.stringContaining('more than 1000 steps'),
    });
  });

  it('refuses values nested too deeply', () => {
    let values: Record<string, unknown> = { text: '{{ payload.id }}' };
    for (let level = 0; level < 10_000; level += 1) {
      values = { next: values };
    }
    expect(renderControls(values, scope, engines)).toMatchObject({ name: 'TemplateError', reason: 'limit' });
  });

  it('keeps a key named __proto__ a key', () => {
    const values = JSON.parse('{"data":{"__proto__":{"admin":"{{ payload.id }}"}}}') as Record<string, unknown>;
    const rendered = renderControls(values, scope, engines);
    expect(JSON.stringify(rendered)).toBe('{"data":{"__proto__":{"admin":"7"}}}');
    expect(Object.getPrototypeOf((rendered as { data: unknown }).data)).toBe(Object.getPrototypeOf(values));
  });
});
