import summaries from '../../../generated/operations.json';
import { operationInWords } from '../../ui/audit-words';

const SUMMARIES: Readonly<Record<string, string>> = summaries;

/** What was done: the summary of the operation in the API reference, or its id as words. */
export function operationTitle(operation: string): string {
  return SUMMARIES[operation] ?? operationInWords(operation);
}
