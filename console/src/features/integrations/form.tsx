import { Group, NumberInput, Paper, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import type { Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { useEnvironment, useRefusal } from '../../api/session';
import { focusFirst, useFormProblem } from '../../ui/form-problem';
import { ButtonLink } from '../../ui/links';
import { PermittedButton } from '../../ui/permitted';
import { ConditionsEditor } from './conditions';
import { changedCredentials, checkCredentials, credentialValues } from './credential-values';
import { CredentialFields } from './credentials';
import { KeywordFields } from './keyword-fields';
import { keywordsOf, toKeywords } from './keywords';
import type { Integration, Provider } from './reads';
import { TrackingFields, trackingOf } from './tracking';

type Fields = Schemas['UpdateIntegrationDto'];
interface Saved {
  data: Integration;
}

interface IntegrationFormProps {
  provider: Provider;
  /** What is stored; without it the form is for a new one. */
  stored?: Integration;
  action: string;
  send: (fields: Partial<Fields>) => Promise<Saved>;
  onDone?: (saved: Saved) => unknown;
  done: string;
}

/** The form of an integration: its account at the provider, and when it is used. */
export function IntegrationForm({ provider, stored, action, send, onDone, done }: IntegrationFormProps) {
  const mayNot = useRefusal('integrations:write') !== undefined;
  const begun = useMemo(() => credentialValues(provider, stored?.maskedCredentials), [provider, stored]);
  const isChosenByConditions = provider.channel === 'email' || provider.channel === 'sms';
  const rate: number | '' = stored?.rateLimit?.messages ?? '';
  const form = useForm({
    initialValues: {
      name: stored?.name ?? provider.name,
      identifier: stored?.identifier ?? '',
      active: stored?.active ?? true,
      credentials: begun,
      conditions: stored?.conditions ?? [],
      priority: stored?.priority ?? 0,
      rate,
      ratePer: stored?.rateLimit?.per ?? ('second' as const),
      tracking: trackingOf(stored?.configurations),
      keywords: keywordsOf(stored?.configurations),
    },
    validate: ({ credentials }) => checkCredentials(provider, credentials, stored?.maskedCredentials),
  });
  const problem = useFormProblem(form);
  const save = useChange({
    run: ({
      name,
      identifier,
      active,
      credentials,
      conditions,
      priority,
      tracking,
      keywords,
      rate,
      ratePer,
    }: typeof form.values) =>
      send({
        name: name.trim(),
        ...(identifier.trim() !== '' && { identifier: identifier.trim() }),
        active,
        credentials: changedCredentials(provider, credentials, begun) as Fields['credentials'],
        ...(isChosenByConditions && { conditions, priority }),
        ...((form.isDirty('tracking') || form.isDirty('keywords')) && {
          configurations: {
            ...stored?.configurations,
            ...(form.isDirty('tracking') && tracking),
            ...(form.isDirty('keywords') && { smsKeywords: toKeywords(keywords) }),
          },
        }),
        ...((form.isDirty('rate') || form.isDirty('ratePer')) && {
          rateLimit: rate === '' ? null : { messages: rate, per: ratePer },
        }),
      }),
    resource: 'integrations',
    environment: useEnvironment(),
    done,
    onDone,
    onProblem: problem.show,
  });
  const submit = form.onSubmit(
    (values) => {
      problem.clear();
      save.mutate(values);
    },
    (errors) => focusFirst(form, errors),
  );
  return (
    <Paper withBorder p="md" maw={760}>
      <form onSubmit={submit} noValidate autoComplete="off">
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
            <TextInput label="Name" readOnly={mayNot} autoComplete="off" {...form.getInputProps('name')} />
            <TextInput
              label="Identifier"
              description="Names it in triggers. Leave empty to create it from the name."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              readOnly={mayNot}
              autoComplete="off"
              {...form.getInputProps('identifier')}
            />
          </SimpleGrid>
          <Switch label="Active" disabled={mayNot} {...form.getInputProps('active', { type: 'checkbox' })} />
          <CredentialFields
            provider={provider}
            values={form.values.credentials}
            stored={stored?.maskedCredentials}
            readOnly={mayNot}
            errors={form.errors}
            onChange={(credentials) => form.setFieldValue('credentials', credentials)}
          />
          {isChosenByConditions && (
            <>
              <ConditionsEditor
                value={form.values.conditions}
                disabled={mayNot}
                onChange={(conditions) => form.setFieldValue('conditions', conditions)}
              />
              {form.values.conditions.length > 0 && (
                <NumberInput
                  label="Priority"
                  description="If conditions of several match, the highest priority is used."
                  min={0}
                  max={1000}
                  maw={280}
                  readOnly={mayNot}
                  {...form.getInputProps('priority')}
                />
              )}
            </>
          )}
          {provider.channel !== 'in_app' && (
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <NumberInput
                label="Rate limit (messages)"
                description="Further messages wait. Leave empty for no limit."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                min={1}
                max={10_000}
                readOnly={mayNot}
                {...form.getInputProps('rate')}
              />
              <Select
                label="Per"
                data={['second', 'minute']}
                allowDeselect={false}
                disabled={mayNot}
                {...form.getInputProps('ratePer')}
              />
            </SimpleGrid>
          )}
          {provider.channel === 'email' && (
            <TrackingFields
              value={form.values.tracking}
              issues={stored?.issues ?? []}
              readOnly={mayNot}
              onChange={(tracking) => form.setFieldValue('tracking', tracking)}
            />
          )}
          {provider.receivesTexts && (
            <KeywordFields
              value={form.values.keywords}
              isReceiving={stored?.configurations?.inboundWebhookEnabled === true}
              readOnly={mayNot}
              onChange={(keywords) => form.setFieldValue('keywords', keywords)}
            />
          )}
          {problem.alert}
          <Group justify="flex-end">
            {!stored && (
              <ButtonLink to="/integrations" variant="default">
                Cancel
              </ButtonLink>
            )}
            <PermittedButton
              permission="integrations:write"
              type="submit"
              loading={save.isPending}
              disabled={stored !== undefined && !form.isDirty()}
            >
              {action}
            </PermittedButton>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
