import { ValidateBy } from 'class-validator';
import { isObject } from '../../platform/values/is-object.js';

/** The members of the object that answers show have the types that clients expect there. */
export function IsConfigurations(): PropertyDecorator {
  return ValidateBy({
    name: 'isConfigurations',
    validator: {
      validate: (value) => !isObject(value) || problemOf(value) === undefined,
      defaultMessage: (details) => `$property.${problemOf(details?.value as Record<string, unknown>)}`,
    },
  });
}

const TYPES = {
  inboundWebhookEnabled: 'boolean',
  inboundWebhookSigningKey: 'string',
  payloadSchema: 'string',
} as const;

function problemOf(configurations: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, type] of Object.entries(TYPES)) {
    const value = configurations[name];
    if (value !== undefined && typeof value !== type) return `${name} must be a ${type}`;
  }
  return undefined;
}
