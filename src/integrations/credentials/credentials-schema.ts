import type { ApiPropertyOptions } from '@nestjs/swagger';
import { CREDENTIAL_KEYS, type CredentialKeySpec } from '#libs/providers/kit/account/credential-keys.js';

/** The OpenAPI schema of credentials. */
export const CREDENTIALS_SCHEMA: ApiPropertyOptions = {
  type: 'object',
  additionalProperties: true,
  properties: Object.fromEntries(
    Object.entries<CredentialKeySpec>(CREDENTIAL_KEYS).map(([key, { type, description }]) => [
      key,
      { ...valueSchema(type), description },
    ]),
  ),
};

type ValueSchema = { type: 'boolean' | 'string'; enum?: string[] } | { type: 'object'; additionalProperties: true };

function valueSchema(type: CredentialKeySpec['type']): ValueSchema {
  switch (type) {
    case 'flag':
      return { type: 'boolean' };
    case 'object':
      return { type: 'object', additionalProperties: true };
    case 'text':
      return { type: 'string' };
    default:
      return { type: 'string', enum: [...type] };
  }
}
