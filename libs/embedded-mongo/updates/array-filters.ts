import { BsonWriter } from '../bson/bson-writer.js';
import { documentValue, elementsOf, fieldsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode } from '../errors/error-codes.js';
import type { Filter } from '../query/filter.js';
import { matches } from '../query/match.js';
import { parseFilter } from '../query/parse-filter.js';
import { identifiersIn } from './update-path.js';
import { rawOf, type Node } from './update-tree.js';

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

  /** Whether the filter of that identifier lets an element through. */
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
