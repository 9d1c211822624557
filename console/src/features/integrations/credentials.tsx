import { Checkbox, NativeSelect, PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { checkJsonObject, jsonObjectOf } from '../../ui/json-object';
import { JsonObjectInput } from '../../ui/json-object-input';
import { nameInWords } from '../../ui/name-in-words';
import type { Provider } from './reads';

type Field = Schemas['ProviderFieldDto'];

/** What is entered for an account, by the key of the credential. */
export type CredentialValues = Record<string, string | boolean>;

/** What the form begins with. Secrets begin empty: they are never shown. */
export function credentialValues({ fields }: Provider, stored: Record<string, unknown> = {}): CredentialValues {
  return Object.fromEntries(
    fields.map(({ key, type, secret }) => {
      const value = stored[key];
      if (type === 'boolean') return [key, value === true || value === 'true'];
      if (secret || value === undefined) return [key, ''];
      return [key, typeof value === 'string' ? value : JSON.stringify(value, null, 2)];
    }),
  );
}

/** The `credentials` of a request: what differs from the beginning. Text that is to be an object was checked. */
export function changedCredentials({ fields }: Provider, values: CredentialValues, begun: CredentialValues): object {
  return Object.fromEntries(
    fields
      .filter(({ key }) => values[key] !== begun[key])
      .map(({ key, type }) => [key, type === 'object' ? (jsonObjectOf(String(values[key])) ?? '') : values[key]]),
  );
}

/** Says which object is not valid JSON, before it is sent. */
export function checkCredentials({ fields }: Provider, values: CredentialValues): string | null {
  const problems = fields.flatMap(({ key, type }) => {
    const problem = type === 'object' ? checkJsonObject(String(values[key])) : null;
    return problem === null ? [] : [`${nameInWords(key)}: ${problem}`];
  });
  return problems[0] ?? null;
}

interface CredentialFieldsProps {
  provider: Provider;
  values: CredentialValues;
  /** Of the integration, secrets as `set`. */
  stored?: Record<string, unknown>;
  readOnly?: boolean;
  error?: ReactNode;
  onChange: (values: CredentialValues) => void;
}

/** The account at a provider, by the description that the API gives of it. */
export function CredentialFields({ provider, values, stored, readOnly, error, onChange }: CredentialFieldsProps) {
  if (provider.fields.length === 0) return <Text size="sm">{provider.name} needs no account.</Text>;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
        {provider.fields.map((field) => (
          <CredentialField
            key={field.key}
            field={field}
            value={values[field.key] ?? ''}
            isSet={stored?.[field.key] !== undefined}
            readOnly={readOnly}
            onChange={(value) => onChange({ ...values, [field.key]: value })}
          />
        ))}
      </SimpleGrid>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
    </>
  );
}

interface CredentialFieldProps {
  field: Field;
  value: string | boolean;
  isSet: boolean;
  readOnly?: boolean;
  onChange: (value: string | boolean) => void;
}

function CredentialField({ field, value, isSet, readOnly, onChange }: CredentialFieldProps) {
  const { key, description, type, secret, required, values } = field;
  if (type === 'boolean')
    return (
      <Checkbox
        label={nameInWords(key)}
        description={description}
        checked={value === true}
        disabled={readOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  const common = {
    label: nameInWords(key),
    description,
    required: required && !(secret && isSet),
    value: String(value),
    autoComplete: 'off',
    placeholder: secret && isSet ? 'set; leave empty to keep it' : undefined,
  };
  if (values)
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: 'not set' }, ...values]}
        disabled={readOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (type === 'object') return <JsonObjectInput {...common} readOnly={readOnly} onChange={onChange} />;
  const Input = secret ? PasswordInput : TextInput;
  return (
    <Input
      {...common}
      autoComplete={secret ? 'new-password' : 'off'}
      readOnly={readOnly}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
