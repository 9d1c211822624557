import { IsIdentifier } from '../../common/validation/is-identifier.decorator.js';

/** A workflow identifier. */
export function IsWorkflowId(): PropertyDecorator {
  return IsIdentifier();
}
