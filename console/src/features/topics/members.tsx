import { Group, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useChange } from '../../api/change';
import { api, responseOf } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { type Column, DataTable } from '../../ui/data-table';
import { FilterPerson } from '../../ui/filter-person';
import { useFormProblem } from '../../ui/form-problem';
import { ButtonLink, TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { Pager } from '../../ui/paging';
import { PermittedButton } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { memberList, type MemberSearch, type Subscription } from './reads';

const SubscriptionRules = lazy(async () => ({ default: (await import('./rules')).SubscriptionRules }));

interface OfTopic {
  topicKey: string;
}

/** Who is subscribed to a topic, and under which conditions a trigger reaches them. */
export function Members({ topicKey, search }: OfTopic & { search: MemberSearch }) {
  const page = useQuery({
    ...query(memberList(topicKey, search), useEnvironment()),
    placeholderData: keepPreviousData,
  });
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        Members
      </Title>
      <Group mb="sm" gap="xs" justify="space-between" align="flex-start">
        <FilterPerson name="subscriber" value={search.subscriber} />
        <Add topicKey={topicKey} />
      </Group>
      <Loaded query={page}>
        {(data) =>
          data.data.length > 0 ? (
            <>
              <DataTable label="Members" columns={columns(topicKey)} rows={data.data} rowKey={({ _id }) => _id} />
              <Pager page={data} words={['subscription', 'subscriptions']} />
            </>
          ) : (
            <EmptyState title={search.subscriber === undefined ? 'No members yet' : 'This person is not subscribed'}>
              A trigger that names this topic reaches its members. Add a subscriber ID above, or subscribe people with
              the API.
            </EmptyState>
          )
        }
      </Loaded>
      {search.rules !== undefined && (
        <Suspense>
          <SubscriptionRules topicKey={topicKey} identifier={search.rules} />
        </Suspense>
      )}
    </section>
  );
}

function columns(topicKey: string): Column<Subscription>[] {
  return [
    {
      name: 'Subscriber',
      cell: ({ subscriber }) =>
        subscriber ? (
          <TextLink to="/subscribers/$subscriberId" params={{ subscriberId: subscriber.subscriberId }} size="sm">
            {[subscriber.firstName, subscriber.lastName].filter(Boolean).join(' ') || subscriber.subscriberId}
          </TextLink>
        ) : (
          'deleted'
        ),
    },
    { name: 'ID', cell: ({ subscriber }) => subscriber?.subscriberId },
    {
      name: 'Rules',
      cell: (subscription) => (
        <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
          {reachOf(subscription)}
        </Text>
      ),
    },
    { name: 'Since', cell: ({ createdAt }) => <Time at={createdAt} />, width: 180 },
    {
      name: 'Actions',
      cell: (subscription) => (
        <Group gap={6} wrap="nowrap">
          <OpenRules topicKey={topicKey} subscription={subscription} />
          <Remove topicKey={topicKey} subscription={subscription} />
        </Group>
      ),
      width: 150,
    },
  ];
}

/** Which triggers of the topic reach a member, in words. */
function reachOf({ contextKeys, preferences }: Subscription): string {
  const rules = preferences.map(({ workflow, enabled, condition }) => {
    const name = workflow?.name ?? 'a workflow that is gone';
    if (condition) return `${name} under a condition`;
    return enabled ? name : `not ${name}`;
  });
  const where = contextKeys.length > 0 ? [`only in ${contextKeys.join(', ')}`] : [];
  return [...where, ...rules].join('; ') || 'all workflows';
}

/** Leads to the rules of a subscription; members without the permission to change them can read them there. */
function OpenRules({ topicKey, subscription: { identifier, subscriber } }: OfTopic & { subscription: Subscription }) {
  return (
    <ButtonLink
      to="/topics/$topicKey"
      params={{ topicKey }}
      search={(now) => ({ ...now, rules: identifier })}
      variant="default"
      size="compact-xs"
      aria-label={`Rules of ${subscriber?.subscriberId ?? identifier}`}
    >
      Rules
    </ButtonLink>
  );
}

function Add({ topicKey }: OfTopic) {
  const environment = useEnvironment();
  const form = useForm({ initialValues: { subscriptions: '' } });
  const problem = useFormProblem(form);
  const add = useChange({
    run: ({ subscriptions }: typeof form.values) =>
      responseOf(
        api(environment).POST('/v2/topics/{topicKey}/subscriptions', {
          params: { path: { topicKey } },
          body: { subscriptions: [subscriptions.trim()] },
        }),
      ),
    resource: 'topics',
    environment,
    onDone: ({ errors = [] }) => {
      const [failed] = errors;
      if (failed) form.setErrors({ subscriptions: failed.message });
      else form.reset();
    },
    onProblem: problem.show,
  });
  const submit = form.onSubmit((values) => {
    problem.clear();
    add.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          aria-label="Subscriber ID"
          placeholder="Subscriber ID"
          autoComplete="off"
          {...form.getInputProps('subscriptions')}
        />
        <PermittedButton permission="topics:write" type="submit" variant="default" flex="none" loading={add.isPending}>
          Add
        </PermittedButton>
      </Group>
      {problem.alert}
    </form>
  );
}

/** Takes a subscription away, after asking: its rules would be lost. */
function Remove({ topicKey, subscription: { identifier, subscriber } }: OfTopic & { subscription: Subscription }) {
  const environment = useEnvironment();
  const [opened, dialog] = useDisclosure();
  const name = subscriber?.subscriberId ?? identifier;
  const remove = useChange({
    run: () =>
      responseOf(
        api(environment).DELETE('/v2/topics/{topicKey}/subscriptions', {
          params: { path: { topicKey } },
          body: { subscriptions: [{ identifier }] },
        }),
      ),
    resource: 'topics',
    environment,
    done: `${name} was removed`,
    onProblem: () => undefined,
  });
  return (
    <>
      <PermittedButton
        permission="topics:write"
        variant="default"
        size="compact-xs"
        aria-label={`Remove ${name}`}
        onClick={dialog.open}
      >
        Remove
      </PermittedButton>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Remove ${name}?`}
        action="Remove"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      >
        Triggers of this topic do not reach this subscription any more. Rules for workflows that it has are lost.
      </ConfirmDialog>
    </>
  );
}
