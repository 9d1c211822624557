import { readPath } from '#libs/schedule/data-path.js';
import { toNumber } from '../../comparison.js';
import type { Evaluation, Operator, Operators } from './operator.js';

/** The value at a path of the data in scope; the data itself for an empty path; null when missing. */
function lookUp(data: unknown, path: unknown): unknown {
  if (path === '' || path === null || path === undefined) return data;
  return (typeof path === 'string' || typeof path === 'number' ? readPath(data, String(path)) : undefined) ?? null;
}

function missingOf(data: unknown, paths: readonly unknown[], evaluation: Evaluation): unknown[] {
  evaluation.spendOnSearch(paths.length);
  return paths.filter((path) => {
    const value = lookUp(data, path);
    return value === null || value === undefined || value === '';
  });
}

const missing: Operator = (args, data, _above, evaluation) =>
  missingOf(data, Array.isArray(args[0]) ? args[0] : args, evaluation);

const missingSome: Operator = ([needed, paths], data, _above, evaluation) => {
  const all = Array.isArray(paths) ? paths : [paths];
  const absent = missingOf(data, all, evaluation);
  return all.length - absent.length >= (toNumber(needed) ?? 1) ? [] : absent;
};

/** Access to the data. Only own properties are visible, whatever path a rule asks for. */
export const dataOperators: Operators = {
  var: ([path, fallback = null], data) => lookUp(data, path) ?? fallback,
  missing,
  missing_some: missingSome,
  // Standard JSON-logic prints the value. Payloads do not belong in logs.
  log: ([value]) => value,
};
