import type { Document } from 'bson';
import { toExactJs } from '../../bson/convert.js';
import type { RawValue } from '../../bson/raw-value.js';
import { CommandError, ErrorCode } from '../../errors.js';
import { collectionPlan, type IndexPlan } from '../../planning/planner.js';
import { planRead, type ReadPlan } from '../../planning/plan-read.js';
import { QueryStream } from '../../execution/query-stream.js';
import { ID_INDEX_NAME, isMultikey } from '../../indexes/index-definition.js';
import type { SortField } from '../../ordering/sort-key.js';
import type { Filter } from '../../query/filter.js';
import { parseFilter } from '../../query/parse-filter.js';
import { runSteps } from '../../storage/commit-queue.js';
import { aggregateSource } from './aggregate.js';
import { reply, type Command, type CommandContext } from '../command.js';
import { CommandInput } from '../command-input.js';
import { parseFind } from './find.js';

interface Explained {
  readonly name: string;
  readonly filter: Filter;
  readonly sort: readonly SortField[];
  readonly skip: number;
  readonly limit: number;
  readonly hint: RawValue | undefined;
}

/** `explain` of find, count, distinct, aggregate, update, delete and findAndModify. Nothing is written. */
export const explain: Command = async (input, context) => {
  const inner = input.document('explain');
  if (!inner) throw new CommandError(ErrorCode.FailedToParse, "Field 'explain' must be an object");
  const command = new CommandInput(inner, new Map(), input.database);
  const verbosity = input.string('verbosity') ?? 'allPlansExecution';
  const explained = queryOf(command, context);
  const namespace = `${input.database}.${explained.name}`;
  const collection = context.store.catalog.find(input.database, explained.name);
  const plan = collection
    ? planRead(collection, explained.filter, explained.sort, explained.hint)
    : collectionPlan(explained.filter, explained.sort);
  const queryPlanner = {
    namespace,
    indexFilterSet: false,
    winningPlan: describePlan(plan, explained, collection === undefined),
    rejectedPlans: [],
  };
  const result: Document = {
    explainVersion: '1',
    queryPlanner,
    command: toExactJs(inner),
    serverInfo: { version: '7.0.0' },
  };
  if (verbosity !== 'queryPlanner') {
    const started = performance.now();
    let nReturned = 0;
    let counts = { keysExamined: 0, docsExamined: 0 };
    if (collection) {
      const stream = new QueryStream(context.store, collection, plan, explained.sort, explained.skip, explained.limit);
      await runSteps(
        (function* () {
          while (yield* stream.next()) nReturned++;
        })(),
      ).finally(() => stream.pause());
      counts = stream;
    }
    result['executionStats'] = {
      executionSuccess: true,
      nReturned,
      executionTimeMillis: Math.round(performance.now() - started),
      totalKeysExamined: counts.keysExamined,
      totalDocsExamined: counts.docsExamined,
      executionStages: describePlan(plan, explained, collection === undefined),
    };
  }
  return reply(result);
};

function queryOf(command: CommandInput, context: CommandContext): Explained {
  const base = { sort: [], skip: 0, limit: 0, hint: command.raw('hint') };
  switch (command.name) {
    case 'find':
      return { ...base, ...parseFind(command), name: command.collection() };
    case 'count':
    case 'distinct':
      return { ...base, name: command.collection(), filter: parseFilter(command.document('query')) };
    case 'findAndModify':
      return { ...base, name: command.collection(), filter: parseFilter(command.document('query')), limit: 1 };
    case 'aggregate': {
      const { name, source } = aggregateSource(command, context);
      return { ...base, ...source, name };
    }
    case 'update':
    case 'delete': {
      const statement = command.list(command.name === 'update' ? 'updates' : 'deletes')?.[0];
      if (!statement) throw new CommandError(ErrorCode.FailedToParse, 'nothing to explain');
      const parsed = new CommandInput(statement, new Map(), command.database);
      return {
        ...base,
        hint: parsed.raw('hint'),
        name: command.collection(),
        filter: parseFilter(parsed.document('q')),
      };
    }
    default:
      throw new CommandError(ErrorCode.CommandNotFound, `Explain failed due to unknown command: ${command.name}`);
  }
}

/** A plan as a tree of stages, in MongoDB's format. */
function describePlan(plan: ReadPlan, { sort, skip, limit }: Explained, isMissing: boolean): Document {
  if (isMissing) return { stage: 'EOF' };
  let stage = describeAccess(plan);
  if (!plan.sorted) {
    const sortPattern = Object.fromEntries(sort.map((field) => [field.path.text, field.descending ? -1 : 1]));
    stage = { stage: 'SORT', sortPattern, inputStage: stage };
  }
  if (skip > 0) stage = { stage: 'SKIP', skipAmount: skip, inputStage: stage };
  if (limit > 0) stage = { stage: 'LIMIT', limitAmount: limit, inputStage: stage };
  return stage;
}

function describeAccess(plan: ReadPlan): Document {
  switch (plan.kind) {
    case 'collection':
      return {
        stage: 'COLLSCAN',
        direction: plan.reverse ? 'backward' : 'forward',
        hasFilter: plan.residual.length > 0,
      };
    case 'index':
      return { stage: 'FETCH', hasFilter: plan.residual.length > 0, inputStage: describeIndexScan(plan) };
    case 'pages':
      return {
        stage: 'FETCH',
        hasFilter: !plan.covers,
        inputStage: { ...describeIndexScan({ ...plan, ranges: [plan.range] }), inMemory: true },
      };
    case 'union':
      return {
        stage: 'FETCH',
        hasFilter: true,
        inputStage: { stage: 'OR', inputStages: plan.branches.map(describeIndexScan) },
      };
  }
}

function describeIndexScan({ index, reverse, ranges }: Pick<IndexPlan, 'index' | 'reverse' | 'ranges'>): Document {
  return {
    stage: 'IXSCAN',
    keyPattern: toExactJs(index.keyPattern),
    indexName: index.name,
    isMultiKey: isMultikey(index),
    isUnique: index.unique || index.name === ID_INDEX_NAME,
    isSparse: index.sparse,
    isPartial: index.partial !== undefined,
    direction: reverse ? 'backward' : 'forward',
    ranges: ranges.length,
  };
}
