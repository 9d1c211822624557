/**
 * A value of a large request, kept as its JSON text, which was found to be valid: the objects of the whole request need
 * many times the memory, and would all be copied by the garbage collector while others wait.
 */
export class UnreadJson {
  /** `size`: bytes of the text. */
  constructor(
    private readonly text: string,
    readonly size: number,
  ) {}

  /** A new value each time. */
  read(): unknown {
    return JSON.parse(this.text);
  }
}

/** The value, read if it is unread. */
export function readValue(value: unknown): unknown {
  return value instanceof UnreadJson ? value.read() : value;
}
