import { isRecord } from '../size-of-value.js';

/** Names new texts, `welcome.heading` by their place: each once, and none that is taken. */
export class TextKeys {
  /** The new texts by key. */
  readonly texts = new Map<string, string>();
  private readonly group: string;

  /**
   * @param step Identifier of the step, which is the group of its texts.
   * @param taken Texts that there are.
   */
  constructor(
    step: string,
    private readonly taken: Readonly<Record<string, unknown>>,
  ) {
    const name = step.replaceAll(/[^\w-]+/g, '-').replace(/^(?=[^a-z_])/i, 'step-');
    // A text and a group cannot have the same name.
    this.group = numbered(name, (group) => group in taken && !isRecord(taken[group]));
  }

  /** Keeps a text, and returns the template that prints it. */
  add(place: string, text: string): string {
    const key = numbered(`${this.group}.${place}`, (one) => this.texts.has(one) || this.isTaken(one));
    this.texts.set(key, text);
    return `{{t.${key}}}`;
  }

  private isTaken(key: string): boolean {
    const [group = '', name = ''] = key.split('.');
    const inside = this.taken[group];
    return Object.hasOwn(this.taken, key) || (isRecord(inside) && Object.hasOwn(inside, name));
  }
}

/** The name, or the first with a number after it that is not taken. */
function numbered(name: string, isTaken: (name: string) => boolean): string {
  let found = name;
  for (let number = 2; isTaken(found); number += 1) found = `${name}${number}`;
  return found;
}
