import { BsonType } from '../bson/bson-type.js';
import { fieldsOf, type RawValue } from '../bson/raw-value.js';
import { parseSort, type SortField } from '../ordering/sort-key.js';
import { MATCH_ALL, type Filter } from '../query/filter.js';
import { parseFilter } from '../query/parse-filter.js';
import type { Variables } from '../expressions/expression.js';
import type { StageRequest } from './stages/stage.js';
import { countField, stageCount } from './stages/simple-stages.js';

/** The start of a pipeline that is a plain query, and the remaining stages. */
export interface PipelineSource {
  readonly filter: Filter;
  readonly sort: readonly SortField[];
  readonly skip: number;
  /** 0 means all. */
  readonly limit: number;
  readonly rest: readonly StageRequest[];
}

/** Splits off the stages that can use indexes: leading `$match`, then `$sort`, `$skip` and `$limit`. */
export function splitSource(stages: readonly StageRequest[], variables: Variables): PipelineSource {
  const rest = [...stages];
  const take = (name: string): RawValue | undefined => (rest[0]?.name === name ? rest.shift()?.operand : undefined);
  const filters: Filter[] = [];
  for (let operand = take('$match'); operand; operand = take('$match')) filters.push(parseFilter(operand, variables));
  const sort = parseSort(take('$sort'));
  const skipped = take('$skip');
  const limited = take('$limit');
  return {
    filter:
      filters.length === 0 ? MATCH_ALL : filters.length === 1 && filters[0] ? filters[0] : { kind: 'and', filters },
    sort,
    skip: skipped ? stageCount('$skip', skipped) : 0,
    limit: limited ? stageCount('$limit', limited) : 0,
    rest,
  };
}

/** A request for a count only: the fields of its single result document. */
export interface CountRequest {
  readonly id: RawValue | undefined;
  readonly field: string;
}

/** Recognises `$count`, and the `$group` by a constant with one `$sum: 1` that drivers use for counting. */
export function countRequest(stages: readonly StageRequest[]): CountRequest | undefined {
  const [stage, ...others] = stages;
  if (!stage || others.length > 0) return undefined;
  if (stage.name === '$count') return { id: undefined, field: countField(stage.operand) };
  if (stage.name !== '$group' || !stage.operand.isDocument) return undefined;
  const fields = fieldsOf(stage.operand);
  const id = fields.find(([name]) => name === '_id')?.[1];
  const sum = fields.find(([name]) => name !== '_id');
  if (fields.length !== 2 || !id || !sum?.[1].isDocument) return undefined;
  if (id.type !== BsonType.Null && id.type !== BsonType.Int32) return undefined;
  const [operator, operand] = fieldsOf(sum[1])[0] ?? [];
  return operator === '$sum' && operand?.type === BsonType.Int32 && operand.number() === 1
    ? { id, field: sum[0] }
    : undefined;
}
