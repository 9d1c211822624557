import type { FieldPath } from '../bson/field-path.js';
import type { RawValue } from '../bson/raw-value.js';

/** A parsed filter. Parsed once per command and then applied to raw documents. */
export type Filter =
  | { readonly kind: 'and' | 'or' | 'nor'; readonly filters: readonly Filter[] }
  | { readonly kind: 'field'; readonly path: FieldPath; readonly predicate: Predicate }
  | { readonly kind: 'expression'; readonly holds: (document: RawValue) => boolean }
  | { readonly kind: 'constant'; readonly value: boolean };

/** A condition on the values at a path. */
export type Predicate =
  | { readonly op: 'eq'; readonly operand: RawValue; readonly key: Buffer }
  | { readonly op: ComparisonOperator; readonly operand: RawValue; readonly key: Buffer }
  | {
      readonly op: 'in';
      readonly operands: readonly RawValue[];
      readonly keys: ReadonlySet<string>;
      readonly patterns: readonly Pattern[];
      readonly hasNull: boolean;
    }
  | { readonly op: 'exists' }
  | { readonly op: 'type'; readonly types: ReadonlySet<number> }
  | { readonly op: 'regex'; readonly pattern: Pattern }
  | { readonly op: 'size'; readonly size: number }
  | { readonly op: 'elemMatchObject'; readonly filter: Filter }
  | { readonly op: 'elemMatchValue'; readonly filter: Filter };

export type ComparisonOperator = 'gt' | 'gte' | 'lt' | 'lte';

/** A regular expression, with what is needed to use an index. */
export interface Pattern {
  readonly expression: RegExp;
  readonly source: string;
  readonly flags: string;
  /** The prefix of every match; empty if there is none. */
  readonly prefix: string;
}

export const MATCH_ALL: Filter = { kind: 'constant', value: true };

/** The conditions that must all hold; nested conjunctions are flattened. */
export function conjuncts(filter: Filter): readonly Filter[] {
  if (filter.kind === 'and') return filter.filters.flatMap(conjuncts);
  return filter.kind === 'constant' && filter.value ? [] : [filter];
}
