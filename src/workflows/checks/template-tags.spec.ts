import { markTags, replaceTags } from './template-tags.js';

describe('the tags of a template', () => {
  it.each([
    ['no tag', 'a { b } c', 'a { b } c'],
    ['an output', 'a {{ b }} c', 'a * c'],
    ['a tag', '{% if a %}b{% endif %}', '*b*'],
    ['two side by side', '{{a}}{{b}}', '**'],
    ['one with quotes', `x {{ a | default: "}" }} y`, 'x * y'],
    ['one that is not closed', 'a {{ b', 'a {{ b'],
    ['one that is closed as another', 'a {% b }} c', 'a {% b }} c'],
    ['nothing', '', ''],
  ])('%s', (_what, template, expected) => {
    expect(replaceTags(template, () => '*')).toBe(expected);
  });

  it('come back where they were', () => {
    const template = '<a href="{{ a | default: "x" }}">{% if b %}c{% endif %}</a>';
    const { text, restore } = markTags(template);
    expect(text).not.toContain('{');
    expect(restore(text)).toBe(template);
  });

  it.each(['{{', '{%', '{', '{{}', '{% %'])('takes no more than a moment for many of %p', (part) => {
    const text = part.repeat(200_000);
    expect(replaceTags(text, () => '').length).toBeLessThanOrEqual(text.length);
  });
});
