import { BsonType } from '../bson/bson-type.js';
import { fieldPath } from '../bson/field-path.js';
import { fieldsOf, isEmptyContainer, type RawValue } from '../bson/raw-value.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode } from '../errors/error-codes.js';
import { choosePlan, collectionPlan, planWithHint, type Plan } from '../indexes/planner.js';
import type { IndexDefinition } from '../indexes/index-definition.js';
import type { SortField } from '../ordering/sort-key.js';
import { sameValue } from '../ordering/key-encoding.js';
import type { Filter } from '../query/filter.js';
import type { CollectionEntry } from '../storage/collection-entry.js';

/** Parses a sort document. `$meta` sorts are refused. */
export function parseSort(document: RawValue | undefined): SortField[] {
  if (!document) return [];
  if (!document.isDocument) throw new CommandError(ErrorCode.TypeMismatch, "Expected field 'sort' to be an object");
  return fieldsOf(document).map(([name, direction]) => {
    if (!direction.isNumber) {
      throw new CommandError(15974, `Illegal key in $sort specification: ${name}: only 1 and -1 are supported here`);
    }
    const number = direction.number();
    if (number !== 1 && number !== -1) {
      throw new CommandError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    }
    if (name.split('.').some((part) => part === '' || (part.startsWith('$') && name !== '$natural'))) {
      throw new CommandError(
        ErrorCode.FailedToParse,
        `FieldPath field names may not be empty or start with '$': ${name}`,
      );
    }
    return { path: fieldPath(name), descending: number < 0 };
  });
}

/** The plan for a query, with its hint honoured. */
export function planQuery(
  collection: CollectionEntry,
  filter: Filter,
  sort: readonly SortField[],
  hint: RawValue | undefined,
): Plan {
  const natural = sort[0]?.path.text === '$natural' ? sort[0] : undefined;
  if (natural) return { ...collectionPlan(filter, []), reverse: natural.descending };
  if (!hint || (hint.isDocument && isEmptyContainer(hint))) return choosePlan(collection.indexes, filter, sort);
  if (hint.isDocument) {
    const first = fieldsOf(hint)[0];
    if (first?.[0] === '$natural') return collectionPlan(filter, sort, first[1].number() < 0);
  }
  return planWithHint(findHinted(collection, hint), filter, sort);
}

function findHinted(collection: CollectionEntry, hint: RawValue): IndexDefinition {
  if (hint.type !== BsonType.String && !hint.isDocument) {
    throw new CommandError(ErrorCode.FailedToParse, 'Hint must be either a string or nested object');
  }
  const found = collection.indexes.find((index) =>
    hint.type === BsonType.String ? index.name === hint.text() : sameValue(index.keyPattern, hint),
  );
  if (found) return found;
  throw new CommandError(
    ErrorCode.BadValue,
    'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
  );
}
