import { Checkbox, Fieldset, NativeSelect, PasswordInput, SimpleGrid, Text, TextInput } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { JsonObjectInput } from '../../ui/json-object-input';
import { type CredentialValues, type Field, fieldGroups, pathOf } from './credential-values';
import type { Provider } from './reads';

/** Values whose name in the API says little. */
const VALUE_NAMES: Readonly<Record<string, string>> = {
  password: 'User name and password',
  client_credentials: 'Microsoft 365 application',
  refresh_token: 'OAuth consent, as for Gmail',
};

interface CredentialFieldsProps {
  provider: Provider;
  values: CredentialValues;
  /** Of the integration, secrets as `set`. */
  stored?: Record<string, unknown>;
  readOnly?: boolean;
  /** By path; `credentials` is what concerns no single field. */
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (values: CredentialValues) => void;
}

/** The account at a provider, by the description that the API gives of it. */
export function CredentialFields({ provider, values, stored, readOnly, errors, onChange }: CredentialFieldsProps) {
  if (provider.fields.length === 0)
    return (
      <Text size="sm">
        {provider.name} needs no account.
        {provider.channel === 'chat' && ' The address to post to is stored with each subscriber, under Channels.'}
      </Text>
    );
  const grid = (fields: Field[]): ReactNode => (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
      {fields.map((field) => (
        <CredentialField
          key={field.key}
          field={field}
          value={values[field.key] ?? ''}
          isSet={stored?.[field.key] !== undefined}
          readOnly={readOnly}
          error={errors[pathOf(field.key)]}
          onChange={(value) => onChange({ ...values, [field.key]: value })}
        />
      ))}
    </SimpleGrid>
  );
  return (
    <>
      {fieldGroups(provider, values).map(([group, fields]) =>
        group === '' ? (
          <Fragment key="">{grid(fields)}</Fragment>
        ) : (
          <Fieldset key={group} legend={group}>
            {grid(fields)}
          </Fieldset>
        ),
      )}
      {errors['credentials'] && (
        <Text size="sm" c="red" role="alert">
          {errors['credentials']}
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
  error?: ReactNode;
  onChange: (value: string | boolean) => void;
}

function CredentialField({ field, value, isSet, readOnly, error, onChange }: CredentialFieldProps) {
  const { key, label, type, secret, required, values } = field;
  // A description that only repeats the label helps nobody.
  const description = field.description === `${label}.` ? undefined : field.description;
  if (type === 'boolean')
    return (
      <Checkbox
        label={label}
        description={description}
        checked={value === true}
        disabled={readOnly}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  const common = {
    label,
    description,
    error,
    'data-path': pathOf(key),
    required: required && !(secret && isSet),
    value: String(value),
    autoComplete: 'off',
    placeholder: secret && isSet ? 'Set. Leave empty to keep it' : undefined,
  };
  if (values)
    return (
      <NativeSelect
        {...common}
        data={[
          { value: '', label: 'Not set' },
          ...values.map((one) => ({ value: one, label: VALUE_NAMES[one] ?? one })),
        ]}
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
