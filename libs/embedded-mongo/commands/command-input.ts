import { BsonType, typeName } from '../bson/bson-type.js';
import { ElementReader, documentValue, elementsOf, fieldsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { compileExpression, type Variables } from '../expressions/expression.js';
import { checkCollectionName } from '../storage/collection-entry.js';
import type { WireRequest } from '../wire/frame.js';

const EMPTY = documentValue(Buffer.of(5, 0, 0, 0, 0));

/** The arguments of one command. Absent and null arguments are equivalent, as in MongoDB. */
export class CommandInput {
  readonly name: string;
  readonly database: string;
  private readonly fields: ReadonlyMap<string, RawValue>;

  constructor(
    readonly body: RawValue,
    private readonly sequences: WireRequest['sequences'] = new Map(),
    database?: string,
  ) {
    const fields = new Map<string, RawValue>();
    const reader = new ElementReader(body.bytes, body.start);
    while (reader.next()) fields.set(reader.name(), reader.value());
    this.fields = fields;
    this.name = fields.keys().next().value ?? '';
    this.database = database ?? this.string('$db') ?? 'admin';
    checkDatabaseName(this.database);
  }

  /** The raw argument; undefined when absent or null. */
  raw(name: string): RawValue | undefined {
    const value = this.fields.get(name);
    return value && value.type !== BsonType.Null && value.type !== BsonType.Undefined ? value : undefined;
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }

  names(): string[] {
    return [...this.fields.keys()];
  }

  string(name: string): string | undefined {
    const value = this.raw(name);
    if (value && value.type !== BsonType.String) throw this.wrongType(name, value, 'string');
    return value?.text();
  }

  /** A boolean; numbers other than zero are true. */
  boolean(name: string, fallback = false): boolean {
    const value = this.raw(name);
    if (!value) return fallback;
    if (value.type === BsonType.Boolean) return value.boolean();
    if (value.isNumber) return value.number() !== 0;
    throw this.wrongType(name, value, 'bool');
  }

  number(name: string): number | undefined {
    const value = this.raw(name);
    if (value && !value.isNumber) throw this.wrongType(name, value, 'long');
    return value?.number();
  }

  /** A non-negative whole number: fractions are cut off and NaN is 0, as in MongoDB. */
  count(name: string): number | undefined {
    const value = this.number(name);
    if (value === undefined) return undefined;
    const number = Math.trunc(value) || 0;
    if (number < 0) throw new CommandError(51024, `BSON field '${name}' value must be >= 0, actual value '${number}'`);
    return number;
  }

  document(name: string): RawValue | undefined {
    const value = this.raw(name);
    if (value && !value.isDocument) throw this.wrongType(name, value, 'object');
    return value;
  }

  /** The elements of an array, sent inside the command or as a document sequence. */
  list(name: string): readonly RawValue[] | undefined {
    const sequence = this.sequences.get(name);
    if (sequence) return sequence;
    const value = this.raw(name);
    if (!value) return undefined;
    if (!value.isArray) throw this.wrongType(name, value, 'array');
    return elementsOf(value);
  }

  /** The collection named in the command's first field. */
  collection(): string {
    const value = this.fields.get(this.name);
    if (value?.type !== BsonType.String) {
      throw new CommandError(
        ErrorCode.InvalidNamespace,
        `collection name has invalid type ${typeName(value?.type ?? 0)}`,
      );
    }
    const name = value.text();
    checkCollectionName(this.database, name);
    return name;
  }

  /** The values of `let`, which are expressions without access to a document. */
  variables(): Variables {
    const document = this.document('let');
    return document
      ? Object.fromEntries(fieldsOf(document).map(([name, value]) => [name, compileExpression(value, {})(EMPTY)]))
      : {};
  }

  private wrongType(name: string, value: RawValue, wanted: string): CommandError {
    return new CommandError(
      ErrorCode.TypeMismatch,
      `BSON field '${this.name}.${name}' is the wrong type '${typeName(value.type)}', expected type '${wanted}'`,
    );
  }
}

function checkDatabaseName(name: string): void {
  if (name === '' || name.length > 63 || /[/\\. "$\0]/.test(name)) {
    throw new CommandError(ErrorCode.InvalidNamespace, `Invalid database name: '${name}'`);
  }
}
