import { ValidateBy } from 'class-validator';

/** What stands beside the payload when an integration is selected. */
const READABLE = /^(?:context|workflow)\../;

/** Conditions read subscriber, context and workflow, not the payload (behaviour G7). */
export function IsReadableField(): PropertyDecorator {
  return ValidateBy({
    name: 'isReadableField',
    validator: {
      validate: (field, details) =>
        !isOnPayload(details?.object) || (typeof field === 'string' && READABLE.test(field)),
      defaultMessage: () =>
        '$property must begin with context. or workflow. where on is payload: conditions of integrations cannot read the payload',
    },
  });
}

function isOnPayload(child: object | undefined): boolean {
  return child !== undefined && 'on' in child && child.on === 'payload';
}
