import { isRecord } from '../liquid/is-record.js';

type Content = Readonly<Record<string, unknown>>;

/**
 * What templates read as `t` (L10): texts by key, in the languages a reader may be shown, best first. Each text is a
 * template of its own. Put it into the scope of a rendering.
 */
export class Translations {
  /** @param contents Texts by key, nested; the first that has a key decides. None: every key stands for itself. */
  constructor(readonly contents: readonly Content[]) {}

  /** The text of a key; undefined when no language has one. An empty text is none: no message may be empty. */
  find(path: readonly string[]): string | undefined {
    for (const content of this.contents) {
      const text = textOf(nested(content, path)) ?? textOf(own(content, path.join('.')));
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

function nested(content: Content, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isRecord(value) ? own(value, key) : undefined), content);
}

function own(content: Content, key: string): unknown {
  return Object.hasOwn(content, key) ? content[key] : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
