import type { Emitter } from 'liquidjs';
import { LimitError } from './limit-error.js';
import { printValue } from './print-value.js';

/** Collects the text a template prints and refuses to grow beyond a length. */
export class BoundedEmitter implements Emitter {
  buffer = '';

  /**
   * @param limit Longest text, in characters; also the largest single list or object printed.
   * @param charge Told the length of each piece before it is added.
   */
  constructor(
    private readonly limit: number,
    private readonly charge: (length: number) => void,
  ) {}

  /** @throws LimitError when the text would become longer than the limit. */
  write(value: unknown): void {
    const text = printValue(value, this.limit);
    if (this.buffer.length + text.length > this.limit) {
      throw new LimitError(`The text is longer than ${this.limit} characters`);
    }
    this.charge(text.length);
    this.buffer += text;
  }
}
