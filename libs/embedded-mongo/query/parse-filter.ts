import { compileExpression, type Variables } from '../expressions/expression.js';
import { isTrue } from '../expressions/operators.js';
import { BsonType, typeName } from '../bson/bson-type.js';
import { fieldPath } from '../bson/field-path.js';
import { elementsOf, fieldsOf, type RawValue } from '../bson/raw-value.js';
import { CommandError, ErrorCode } from '../errors.js';
import { type Filter, MATCH_ALL } from './filter.js';
import { equality, isOperatorObject, parseOperators } from './parse-predicate.js';

/** Parses a query filter. Unknown operators and wrong operands are refused with MongoDB's codes. */
export function parseFilter(document: RawValue | undefined, variables: Variables = {}): Filter {
  if (!document) return MATCH_ALL;
  const filters: Filter[] = [];
  for (const [name, value] of fieldsOf(document)) {
    const filter = name.startsWith('$') ? topLevel(name, value, variables) : parseField(name, value, variables);
    if (filter !== MATCH_ALL) filters.push(filter);
  }
  if (filters.length === 0) return MATCH_ALL;
  return filters.length === 1 && filters[0] ? filters[0] : { kind: 'and', filters };
}

function topLevel(name: string, value: RawValue, variables: Variables): Filter {
  switch (name) {
    case '$and':
    case '$or':
    case '$nor': {
      if (!value.isArray) throw new CommandError(ErrorCode.BadValue, `${name} must be an array`);
      const branches = elementsOf(value);
      if (branches.length === 0) throw new CommandError(ErrorCode.BadValue, `${name} must be a nonempty array`);
      const filters = branches.map((branch) => {
        if (branch.isDocument) return parseFilter(branch, variables);
        throw new CommandError(ErrorCode.BadValue, `${name} argument's entries must be objects`);
      });
      return { kind: name === '$and' ? 'and' : name === '$or' ? 'or' : 'nor', filters };
    }
    case '$expr': {
      const evaluate = compileExpression(value, variables);
      return { kind: 'expression', holds: (document) => isTrue(evaluate(document)) };
    }
    case '$comment':
      return MATCH_ALL;
    case '$alwaysTrue':
    case '$alwaysFalse':
      return { kind: 'constant', value: name === '$alwaysTrue' };
    case '$where':
    case '$text':
    case '$jsonSchema':
    case '$sampleRate':
      throw new CommandError(ErrorCode.BadValue, `${name} is not supported by the embedded store`);
    default:
      throw new CommandError(
        ErrorCode.BadValue,
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function parseField(name: string, value: RawValue, variables: Variables): Filter {
  const path = fieldPath(name);
  if (value.type === BsonType.Undefined) {
    throw new CommandError(
      ErrorCode.BadValue,
      `cannot compare to undefined (field '${name}' is ${typeName(value.type)})`,
    );
  }
  if (isOperatorObject(value)) return parseOperators(path, value, (inner) => parseFilter(inner, variables));
  return equality(path, value);
}
