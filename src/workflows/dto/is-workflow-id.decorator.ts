import { IsIdentifier } from '../../platform/validation/is-identifier.decorator.js';

/** A workflow identifier. */
export function IsWorkflowId(): PropertyDecorator {
  return IsIdentifier();
}
