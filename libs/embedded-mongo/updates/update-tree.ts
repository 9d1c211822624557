import { BsonType } from '../bson/bson-type.js';
import { BsonWriter } from '../bson/bson-writer.js';
import { documentValue, ElementReader, RawValue } from '../bson/raw-value.js';

/** A value that is being changed: raw until its content is accessed, then a node with its children. */
export type Node = RawValue | ObjectNode | ArrayNode;

/** A document whose fields can be set and removed; the order and the bytes of other fields do not change. */
export class ObjectNode {
  private constructor(
    private readonly names: string[],
    private readonly values: Node[],
  ) {}

  static empty(): ObjectNode {
    return new ObjectNode([], []);
  }

  static from(document: RawValue): ObjectNode {
    const node = ObjectNode.empty();
    const reader = new ElementReader(document.bytes, document.start);
    while (reader.next()) {
      node.names.push(reader.name());
      node.values.push(reader.value());
    }
    return node;
  }

  /** Returns the field, as a node if it is a document or array. */
  get(name: string): Node | undefined {
    const index = this.names.indexOf(name);
    const value = this.values[index];
    return value && (this.values[index] = asNode(value));
  }

  /** Sets a field in its place, or at the end if it is new. */
  set(name: string, value: Node): void {
    const index = this.names.indexOf(name);
    if (index >= 0) this.values[index] = value;
    else {
      this.names.push(name);
      this.values.push(value);
    }
  }

  /** Puts a field in front of all others. */
  setFirst(name: string, value: Node): void {
    this.delete(name);
    this.names.unshift(name);
    this.values.unshift(value);
  }

  delete(name: string): boolean {
    const index = this.names.indexOf(name);
    if (index < 0) return false;
    this.names.splice(index, 1);
    this.values.splice(index, 1);
    return true;
  }

  fieldNames(): readonly string[] {
    return this.names;
  }

  writeTo(writer: BsonWriter, mark: number): void {
    for (const [i, name] of this.names.entries()) writeField(writer, name, this.values[i]);
    writer.end(mark);
  }
}

/** An array whose elements can be changed. */
export class ArrayNode {
  constructor(readonly items: Node[]) {}

  static from(array: RawValue): ArrayNode {
    const items: Node[] = [];
    const reader = new ElementReader(array.bytes, array.start);
    while (reader.next()) items.push(reader.value());
    return new ArrayNode(items);
  }

  /** Returns the element, as a node if it is a document or array. */
  get(index: number): Node | undefined {
    const value = this.items[index];
    return value && (this.items[index] = asNode(value));
  }

  writeTo(writer: BsonWriter, mark: number): void {
    for (const [i, item] of this.items.entries()) writeField(writer, String(i), item);
    writer.end(mark);
  }
}

function asNode(value: Node): Node {
  if (!(value instanceof RawValue)) return value;
  if (value.type === BsonType.Object) return ObjectNode.from(value);
  return value.type === BsonType.Array ? ArrayNode.from(value) : value;
}

function writeField(writer: BsonWriter, name: string, node: Node | undefined): void {
  if (!node) return;
  if (node instanceof RawValue) writer.field(name, node);
  else node.writeTo(writer, writer.beginField(node instanceof ObjectNode ? BsonType.Object : BsonType.Array, name));
}

/** The bytes of a document. */
export function encodeTree(root: ObjectNode): Buffer {
  const writer = new BsonWriter();
  root.writeTo(writer, writer.begin());
  return writer.toBuffer();
}

/** A node as a raw value; encodes it if necessary. */
export function rawOf(node: Node): RawValue {
  if (node instanceof RawValue) return node;
  const writer = new BsonWriter();
  node.writeTo(writer, writer.begin());
  const bytes = writer.toBuffer();
  return node instanceof ObjectNode ? documentValue(bytes) : new RawValue(BsonType.Array, bytes, 0, bytes.length);
}

/** The BSON type of a node. */
export function nodeType(node: Node): number {
  if (node instanceof RawValue) return node.type;
  return node instanceof ObjectNode ? BsonType.Object : BsonType.Array;
}

/** The change that an operator makes at one path: returns the new value, or undefined if nothing changes. */
export type Change = (current: Node | undefined, describe: () => string) => Node | undefined;

/** One parsed operator on one path. */
export interface PathUpdate {
  readonly operator: string;
  readonly path: string;
  readonly action:
    | { readonly kind: 'change'; readonly change: Change }
    | { readonly kind: 'remove' }
    | { readonly kind: 'rename'; readonly to: string };
  /** Applies only when an upsert inserts the document. */
  readonly onInsert: boolean;
}
