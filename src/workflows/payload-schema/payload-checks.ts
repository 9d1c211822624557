import { createHash } from 'node:crypto';
import type { Allowance } from '#libs/computation/allowance.js';
import type { JsonSchema } from '../steps/schema-types.js';
import { compilePayloadCheck, type PayloadCheck } from './payload-check.js';

const CAPACITY = 500;
/** Steps of an allowance that compiling takes for each character of a schema. */
const STEPS_PER_CHARACTER = 9;

interface Content {
  hash: string;
  length: number;
}

/**
 * Checks of payload schemas, each compiled once: found by the schema object, else by its content. Keeps the 500 that
 * were used last.
 */
export class PayloadChecks {
  private readonly byObject = new WeakMap<JsonSchema, PayloadCheck>();
  private readonly contents = new WeakMap<JsonSchema, Content>();
  private readonly byContent = new Map<string, PayloadCheck>();

  /**
   * The check of a schema, which must not be changed afterwards. Throws `PayloadSchemaError`. `allowance`: what may be
   * done here, of which only compiling takes much.
   */
  of(schema: JsonSchema, allowance?: Allowance): PayloadCheck {
    const known = this.byObject.get(schema);
    if (known) return known;
    const { hash, length } = this.contentOf(schema);
    const check = this.byContent.get(hash) ?? compiled(schema, length, allowance);
    this.byContent.delete(hash);
    this.byContent.set(hash, check);
    this.byObject.set(schema, check);
    this.forgetOldest();
    return check;
  }

  private contentOf(schema: JsonSchema): Content {
    const known = this.contents.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema);
    const content = { hash: createHash('sha256').update(text).digest('base64'), length: text.length };
    this.contents.set(schema, content);
    return content;
  }

  private forgetOldest(): void {
    if (this.byContent.size <= CAPACITY) return;
    const oldest = this.byContent.keys().next();
    if (!oldest.done) this.byContent.delete(oldest.value);
  }
}

function compiled(schema: JsonSchema, length: number, allowance?: Allowance): PayloadCheck {
  allowance?.spend(length * STEPS_PER_CHARACTER);
  return compilePayloadCheck(schema);
}
