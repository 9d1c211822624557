import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { jsonObjectOf, jsonTextOf } from '../../ui/json-object';
import { JsonObjectInput } from '../../ui/json-object-input';
import type { Tenant } from './reads';

/** What is entered: everything as text. */
export interface TenantValues extends Record<string, unknown> {
  identifier: string;
  name: string;
  data: string;
}

/** What a form begins with: nothing, or what is stored. */
export function valuesOf({ identifier = '', name = '', data }: Partial<Tenant> = {}): TenantValues {
  return { identifier, name, data: jsonTextOf(data) };
}

/** The body of a request. `data` was checked by the form. */
export function fieldsOf({ identifier, name, data }: TenantValues) {
  return { identifier: identifier.trim(), name: name.trim(), data: jsonObjectOf(data) ?? {} };
}

interface TenantFieldsProps {
  form: UseFormReturnType<TenantValues>;
  readOnly?: boolean;
  /** What is said of the identifier. */
  aboutIdentifier: string;
}

/** The fields of a tenant, for creating and for editing. */
export function TenantFields({ form, readOnly, aboutIdentifier }: TenantFieldsProps) {
  return (
    <>
      <TextInput
        label="Identifier"
        description={aboutIdentifier}
        required
        readOnly={readOnly}
        autoComplete="off"
        {...form.getInputProps('identifier')}
      />
      <TextInput label="Name" readOnly={readOnly} autoComplete="off" {...form.getInputProps('name')} />
      <JsonObjectInput
        label="Data"
        description="Anything for templates and conditions, as a JSON object: {{tenant.data.plan}}"
        readOnly={readOnly}
        {...form.getInputProps('data')}
      />
    </>
  );
}
