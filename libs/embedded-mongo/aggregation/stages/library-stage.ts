import { Aggregator } from 'mingo/aggregator';
import { fromDocument, toDocument, toJs } from '../../bson/convert.js';
import type { RawValue } from '../../bson/raw-value.js';
import type { Variables } from '../../query/parse-filter.js';
import { mingoOptions, translateMingoError } from '../expression.js';
import type { Stage } from './stage.js';
import { collectingStage } from './streams.js';

/** A stage carried out by the aggregation library, on decoded documents. */
export function libraryStage(name: string, operand: RawValue, variables: Variables): Stage {
  const decoded = toJs(operand);
  return collectingStage((documents) => {
    try {
      const aggregator = new Aggregator([{ [name]: decoded }], mingoOptions(variables));
      return aggregator.run(documents.map((document) => toDocument(document))).map((result) => fromDocument(result));
    } catch (error) {
      throw translateMingoError(error);
    }
  });
}
