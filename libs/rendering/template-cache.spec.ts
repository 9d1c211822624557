import { TemplateCache } from './template-cache.js';

/** A cache of the texts themselves that records what it had to make. */
function recordingCache(maxEntries: number, maxLength: number) {
  const cache = new TemplateCache<string>(maxEntries, maxLength);
  const made: string[] = [];
  const get = (text: string): string =>
    cache.getOrMake(text, (source) => {
      made.push(source);
      return source;
    });
  return { cache, made, get };
}

describe('TemplateCache', () => {
  it('makes the value of a text once', () => {
    const { made, get } = recordingCache(10, 1000);
    expect([get('a'), get('b'), get('a')]).toEqual(['a', 'b', 'a']);
    expect(made).toEqual(['a', 'b']);
  });

  it('drops what was used longest ago when there are too many', () => {
    const { made, get } = recordingCache(2, 1000);
    ['a', 'b', 'a', 'c', 'a', 'b'].forEach(get);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('keeps the total length in bounds, and a longer text not at all', () => {
    const { cache, made, get } = recordingCache(100, 10);
    ['aaaa', 'bbbb', 'cccc'].forEach(get);
    expect(cache.size).toBe(2);
    get('d'.repeat(11));
    expect(cache.size).toBe(0);
    get('aaaa');
    expect(made).toHaveLength(5);
  });

  it('tells long texts apart', () => {
    const { get } = recordingCache(10, 100_000);
    const long = 'x'.repeat(5000);
    expect(get(`${long}1`)).toBe(`${long}1`);
    expect(get(`${long}2`)).toBe(`${long}2`);
    expect(get(`${long}1`)).toBe(`${long}1`);
  });

  it('keeps nothing of a text that cannot be made', () => {
    const { cache } = recordingCache(10, 1000);
    const fail = (): string => {
      throw new Error('no');
    };
    expect(() => cache.getOrMake('a', fail)).toThrow('no');
    expect(cache.size).toBe(0);
  });
});
