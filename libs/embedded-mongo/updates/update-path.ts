import { BsonWriter } from '../bson/bson-writer.js';
import { documentValue, elementsOf, fieldsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import type { Filter } from '../query/filter.js';
import { matches } from '../query/match.js';
import { parseFilter } from '../query/parse-filter.js';
import { ArrayNode, type Node, ObjectNode, rawOf } from './update-tree.js';

/** Resolves the placeholders for array elements in an update path. */
export interface ArrayContext {
  /** Position for `$`: the element the filter matched in the array at this path; undefined when it matched none. */
  readonly matchedPosition: (arrayPath: string) => number | undefined;
  /** Whether `$[identifier]` selects an element. */
  readonly picks: (identifier: string, element: Node, path: string) => boolean;
}

/** Refuses paths that can never be stored. */
export function checkUpdatePath(path: string): void {
  if (path === '') throw new CommandError(ErrorCode.EmptyFieldName, 'An empty update path is not valid.');
  const parts = path.split('.');
  for (const [i, part] of parts.entries()) {
    if (part === '') {
      throw new CommandError(
        ErrorCode.EmptyFieldName,
        `The update path '${path}' contains an empty field name, which is not allowed.`,
      );
    }
    if (
      part.startsWith('$') &&
      (i === 0 || !isArrayPlaceholder(part)) &&
      part !== '$id' &&
      part !== '$ref' &&
      part !== '$db'
    ) {
      if (i === 0 && isArrayPlaceholder(part)) {
        throw new CommandError(
          ErrorCode.BadValue,
          `Cannot have array filter identifier or positional operator at the start of path '${path}'`,
        );
      }
      throw new CommandError(
        ErrorCode.DollarPrefixedFieldName,
        `The dollar ($) prefixed field '${part}' in '${path}' is not valid for storage.`,
      );
    }
  }
}

function isArrayPlaceholder(part: string): boolean {
  return part === '$' || (part.startsWith('$[') && part.endsWith(']'));
}

/** The identifiers of `$[identifier]` in a path. */
function identifiersIn(path: string): string[] {
  return path.split('.').flatMap((part) => (part.startsWith('$[') && part.length > 3 ? [part.slice(2, -1)] : []));
}

/** Replaces `$`, `$[]` and `$[identifier]` with positions: returns the plain paths of an update path in a document. */
export function concretePaths(root: ObjectNode, path: string, arrays: ArrayContext): string[][] {
  const parts = path.split('.');
  if (!parts.some(isArrayPlaceholder)) return [parts];
  return expand(root, parts, 0, [], arrays);
}

function expand(
  node: Node | undefined,
  parts: string[],
  index: number,
  done: string[],
  arrays: ArrayContext,
): string[][] {
  if (index === parts.length) return [done];
  const part = parts[index] ?? '';
  if (!isArrayPlaceholder(part)) return expand(child(node, part), parts, index + 1, [...done, part], arrays);
  const at = done.join('.');
  if (part === '$') {
    const position = arrays.matchedPosition(at);
    if (position === undefined) {
      throw new CommandError(
        ErrorCode.BadValue,
        'The positional operator did not find the match needed from the query.',
      );
    }
    return expand(child(node, String(position)), parts, index + 1, [...done, String(position)], arrays);
  }
  if (!node) {
    throw new CommandError(
      ErrorCode.BadValue,
      `The path '${at}' must exist in the document in order to apply array updates.`,
    );
  }
  if (!(node instanceof ArrayNode)) {
    throw new CommandError(ErrorCode.BadValue, `Cannot apply array updates to non-array element ${at}`);
  }
  const identifier = part.slice(2, -1);
  return node.items.flatMap((item, i) => {
    if (identifier !== '' && !arrays.picks(identifier, item, parts.join('.'))) return [];
    return expand(node.get(i), parts, index + 1, [...done, String(i)], arrays);
  });
}

function child(node: Node | undefined, name: string): Node | undefined {
  if (node instanceof ObjectNode) return node.get(name);
  return node instanceof ArrayNode && isPosition(name) ? node.get(Number(name)) : undefined;
}

function isPosition(name: string): boolean {
  return /^(0|[1-9]\d{0,8})$/.test(name);
}

/** The node at a plain path. */
export function nodeAt(root: ObjectNode, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const part of path) node = child(node, part);
  return node;
}

/** Maximum number of elements added to an array when a position after its end is set. */
const MAX_PADDING = 1_500_000;

/** Sets the value at a plain path; missing documents along the path are created. */
export function setAt(root: ObjectNode, path: readonly string[], value: Node, padding: Node): void {
  let node: Node = root;
  for (const [i, part] of path.entries()) {
    const isLast = i === path.length - 1;
    const next = child(node, part);
    if (next && !isLast) {
      node = next;
      continue;
    }
    const created = isLast ? value : ObjectNode.empty();
    put(node, part, created, padding, path.slice(0, i));
    node = created;
  }
}

function put(node: Node, name: string, value: Node, padding: Node, at: readonly string[]): void {
  if (node instanceof ObjectNode) {
    node.set(name, value);
    return;
  }
  if (node instanceof ArrayNode && isPosition(name)) {
    const position = Number(name);
    if (position - node.items.length > MAX_PADDING) {
      throw new CommandError(ErrorCode.BadValue, `can't backfill more than ${MAX_PADDING} elements`);
    }
    while (node.items.length < position) node.items.push(padding);
    node.items[position] = value;
    return;
  }
  const kind = rawOf(node).isArray ? 'an array' : 'a value that is not a document';
  throw new CommandError(
    ErrorCode.PathNotViable,
    `Cannot create field '${name}' in element {${at.join('.')}}: it is ${kind}`,
  );
}

/** Removes the field at a plain path; an array element becomes null instead. Returns false if it did not exist. */
export function removeAt(root: ObjectNode, path: readonly string[], padding: Node): boolean {
  const parent = nodeAt(root, path.slice(0, -1));
  const name = path.at(-1) ?? '';
  if (parent instanceof ObjectNode) return parent.delete(name);
  if (parent instanceof ArrayNode && isPosition(name) && Number(name) < parent.items.length) {
    parent.items[Number(name)] = padding;
    return true;
  }
  return false;
}

/** The `arrayFilters` of an update, by identifier. */
export class ArrayFilters {
  private readonly filters = new Map<string, Filter>();

  constructor(filters: RawValue | undefined, paths: readonly string[]) {
    const used = new Set(paths.flatMap(identifiersIn));
    for (const filter of filters ? elementsOf(filters) : []) {
      if (!filter.isDocument) throw new CommandError(ErrorCode.TypeMismatch, 'Each array filter must be an object');
      const identifier = soleIdentifier(filter);
      if (this.filters.has(identifier)) {
        throw new CommandError(
          ErrorCode.FailedToParse,
          `Found multiple array filters with the same top-level field name ${identifier}`,
        );
      }
      if (!used.has(identifier)) {
        throw new CommandError(
          ErrorCode.FailedToParse,
          `The array filter for identifier '${identifier}' was not used in the update`,
        );
      }
      this.filters.set(identifier, parseFilter(filter));
    }
    for (const path of paths) {
      for (const identifier of identifiersIn(path)) {
        if (!this.filters.has(identifier)) {
          throw new CommandError(
            ErrorCode.BadValue,
            `No array filter found for identifier '${identifier}' in path '${path}'`,
          );
        }
      }
    }
  }

  /** Whether an element matches the filter of this identifier. */
  picks(identifier: string, element: Node): boolean {
    const filter = this.filters.get(identifier);
    if (!filter) return false;
    const writer = new BsonWriter();
    const mark = writer.begin();
    writer.field(identifier, rawOf(element));
    writer.end(mark);
    return matches(filter, documentValue(writer.toBuffer()));
  }
}

function soleIdentifier(filter: RawValue): string {
  const identifiers = new Set(identifiersOf(filter));
  const [identifier] = identifiers;
  if (identifier === undefined) {
    throw new CommandError(
      ErrorCode.FailedToParse,
      'Cannot use an expression without a top-level field name in arrayFilters',
    );
  }
  if (identifiers.size > 1) {
    throw new CommandError(
      ErrorCode.FailedToParse,
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${[...identifiers].join("' and '")}'`,
    );
  }
  if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
    throw new CommandError(
      ErrorCode.BadValue,
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
    );
  }
  return identifier;
}

function identifiersOf(filter: RawValue): string[] {
  return fieldsOf(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name.split('.')[0] ?? name];
    return value.isArray ? elementsOf(value).flatMap((branch) => (branch.isDocument ? identifiersOf(branch) : [])) : [];
  });
}
