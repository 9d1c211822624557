import { Alert, Button, Fieldset, Group, Modal, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { ConditionForm } from '../../ui/conditions/condition-form';
import { useFormProblem } from '../../ui/form-problem';
import { Loaded } from '../../ui/loaded';
import { PermittedButton } from '../../ui/permitted';
import { useFocusBack } from '../../ui/use-focus-back';
import type { VariableSchema } from '../../ui/variable-options';
import { subscription as subscriptionRead, type SubscriptionDetails, workflowChoices } from './reads';
import { bodyOf, checkRules, type Rule, rulesOf, type Way, WAYS } from './rule-values';

const texts = (...names: string[]): VariableSchema => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});

/** What conditions may compare; the payload is that of whatever workflow is triggered. */
const VARIABLES: VariableSchema = {
  properties: {
    payload: {},
    subscriber: texts('subscriberId', 'firstName', 'lastName', 'email', 'phone', 'locale', 'timezone', 'data.plan'),
    actor: texts('subscriberId', 'firstName', 'lastName', 'email'),
    context: {},
    env: {},
  },
};

interface SubscriptionRulesProps {
  topicKey: string;
  identifier: string;
}

/** Which triggers of a topic reach a subscription: a rule for each workflow, on, off or under a condition. */
export function SubscriptionRules({ topicKey, identifier }: SubscriptionRulesProps) {
  useFocusBack();
  const navigate = useNavigate();
  const request = subscriptionRead(topicKey, identifier);
  const found = useQuery(query(request, useEnvironment()));
  const close = () =>
    void navigate({
      to: '/topics/$topicKey',
      params: { topicKey },
      search: (now) => ({ ...now, rules: undefined }),
      resetScroll: false,
    });
  return (
    <Modal
      opened
      onClose={close}
      title={`Rules of ${identifier}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Loaded query={found}>
        {({ data }) => <RulesForm key={JSON.stringify(data)} topicKey={topicKey} subscription={data} onClose={close} />}
      </Loaded>
    </Modal>
  );
}

interface RulesFormProps {
  topicKey: string;
  subscription: SubscriptionDetails;
  onClose: () => void;
}

function RulesForm({ topicKey, subscription, onClose }: RulesFormProps) {
  const { identifier, contextKeys, preferences } = subscription;
  const environment = useEnvironment();
  const mayNot = useRefusal('topics:write') !== undefined;
  const workflows = useQuery(query(workflowChoices, environment)).data?.data.workflows ?? [];
  const form = useForm({
    initialValues: { name: subscription.name ?? '', preferences: rulesOf(preferences) },
    validate: { preferences: checkRules },
  });
  const problem = useFormProblem(form);
  const path = { topicKey, identifier };
  const body = bodyOf(form.values, subscription);
  const save = useChange({
    run: () =>
      responseOf(
        api(environment).PATCH('/v2/topics/{topicKey}/subscriptions/{identifier}', { params: { path }, body }),
      ),
    resource: 'topics',
    environment,
    done: 'Saved',
    onDone: onClose,
    onProblem: problem.show,
  });
  const rules = form.values.preferences;
  const set = (next: Rule[]) => form.setFieldValue('preferences', next);
  const nameOf = (workflowId: string) =>
    workflows.find((one) => one.workflowId === workflowId)?.name ??
    preferences.find(({ workflow }) => workflow?.identifier === workflowId)?.workflow?.name ??
    workflowId;
  const free = workflows.filter(({ workflowId }) => !rules.some((rule) => rule.workflowId === workflowId));
  const lost = preferences.filter(({ workflow }) => workflow === null).length;
  const submit = form.onSubmit(() => {
    problem.clear();
    save.mutate();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          A trigger to this topic reaches the subscription unless a rule for its workflow says otherwise
          {contextKeys.length > 0 && `, and only in ${contextKeys.join(', ')}`}. The preferences of the subscriber apply
          afterwards.
        </Text>
        <TextInput label="Name" readOnly={mayNot} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
        {rules.map((rule, index) => (
          <RuleFields
            key={rule.workflowId}
            name={nameOf(rule.workflowId)}
            rule={rule}
            readOnly={mayNot}
            onChange={(next) => set(rules.toSpliced(index, 1, next))}
            onRemove={() => set(rules.toSpliced(index, 1))}
          />
        ))}
        <Add
          workflows={free.map(({ workflowId, name }) => ({ value: workflowId, label: name }))}
          disabled={mayNot}
          onAdd={(workflowId) => set([...rules, { workflowId, way: 'off', condition: undefined }])}
        />
        {lost > 0 && (
          <Alert color="orange" variant="outline" title="Some rules fit no workflow at present">
            {`${lost} ${lost === 1 ? 'rule names' : 'rules name'} workflows or tags that do not exist. Saving a change here removes ${lost === 1 ? 'it' : 'them'}.`}
          </Alert>
        )}
        {preferences.length > 0 && (
          <Text size="xs" c="dimmed">
            A rule for a tag is shown as a rule for each workflow that has it. Saving a change keeps these, and not the
            tag.
          </Text>
        )}
        {form.errors.preferences && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {form.errors.preferences}
          </Text>
        )}
        {problem.alert}
        <Group justify="space-between">
          <AsCurl
            request={{
              method: 'PATCH',
              path: '/v2/topics/{topicKey}/subscriptions/{identifier}',
              params: { path },
              body,
            }}
          />
          <Group>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <PermittedButton
              permission="topics:write"
              type="submit"
              loading={save.isPending}
              disabled={!form.isDirty() || Object.keys(body).length === 0}
            >
              Save
            </PermittedButton>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

interface RuleFieldsProps {
  /** Of the workflow. */
  name: string;
  rule: Rule;
  readOnly: boolean;
  onChange: (rule: Rule) => void;
  onRemove: () => void;
}

function RuleFields({ name, rule, readOnly, onChange, onRemove }: RuleFieldsProps) {
  const { way, condition } = rule;
  return (
    <Fieldset legend={name} p="sm">
      <Stack gap="xs" align="stretch">
        <Group gap="xs" justify="space-between">
          <NativeSelect
            size="xs"
            flex="1 1 12rem"
            aria-label={`When ${name} reaches it`}
            disabled={readOnly}
            value={way}
            data={Object.entries(WAYS).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => onChange({ ...rule, way: currentTarget.value as Way })}
          />
          <Button variant="subtle" size="compact-xs" disabled={readOnly} onClick={onRemove}>
            {`Remove the rule for ${name}`}
          </Button>
        </Group>
        {way === 'condition' && (
          <ConditionForm
            value={condition}
            onChange={(next) => onChange({ ...rule, condition: next })}
            readOnly={readOnly}
            variables={VARIABLES}
          />
        )}
      </Stack>
    </Fieldset>
  );
}

interface AddProps {
  workflows: { value: string; label: string }[];
  disabled: boolean;
  onAdd: (workflowId: string) => void;
}

function Add({ workflows, disabled, onAdd }: AddProps) {
  const [chosen, choose] = useState<string | null>(null);
  const add = () => {
    if (chosen !== null) onAdd(chosen);
    choose(null);
  };
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label="Another rule"
        placeholder="Workflow"
        flex="1 1 12rem"
        searchable
        disabled={disabled}
        data={workflows}
        value={chosen}
        onChange={choose}
        nothingFoundMessage="All workflows have a rule"
      />
      <Button variant="default" disabled={disabled || chosen === null} onClick={add}>
        Add the rule
      </Button>
    </Group>
  );
}
