import { createHash } from 'node:crypto';
import type { JsonSchema } from '../steps/schema-types.js';
import { compilePayloadCheck, type PayloadCheck } from './payload-check.js';

const CAPACITY = 500;

/**
 * Checks of payload schemas, each compiled once: found by the schema object, else by its content. Keeps the 500 that
 * were used last.
 */
export class PayloadChecks {
  private readonly byObject = new WeakMap<JsonSchema, PayloadCheck>();
  private readonly byContent = new Map<string, PayloadCheck>();

  /** The check of a schema, which must not be changed afterwards. Throws `PayloadSchemaError`. */
  of(schema: JsonSchema): PayloadCheck {
    const known = this.byObject.get(schema);
    if (known) return known;
    const content = createHash('sha256').update(JSON.stringify(schema)).digest('base64');
    const check = this.byContent.get(content) ?? compilePayloadCheck(schema);
    this.byContent.delete(content);
    this.byContent.set(content, check);
    this.byObject.set(schema, check);
    this.forgetOldest();
    return check;
  }

  private forgetOldest(): void {
    if (this.byContent.size <= CAPACITY) return;
    const oldest = this.byContent.keys().next();
    if (!oldest.done) this.byContent.delete(oldest.value);
  }
}
