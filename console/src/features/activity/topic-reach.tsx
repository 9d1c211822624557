import { Accordion, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, responseOf, type Schemas } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { checkJsonObject, jsonObjectOf } from '../../ui/json-object';
import { JsonObjectInput } from '../../ui/json-object-input';
import { TextLink } from '../../ui/links';
import { PermittedButton } from '../../ui/permitted';
import { ProblemAlert } from '../../ui/states';
import { StatusBadge } from '../../ui/status-badge';
import { workflowNames } from './reads';
import { SimulatedSteps } from './simulate';
import { outcomeOf, statusWord } from './words';

const MEMBERS = 25;

const REASONS: Record<Schemas['UnreachedMemberDto']['reason'], string> = {
  actor: 'is the actor',
  excluded: 'is excluded by the trigger',
  other_context: 'is subscribed in another context',
  subscription_rules: 'opted out of this workflow',
  condition_error: 'has a subscription with a condition that fails',
};

/** Who would get a trigger to a topic, and who not. */
export function TopicReach({ topicKey }: { topicKey: string }) {
  const environment = useEnvironment();
  const workflows = useQuery(query(workflowNames, environment)).data?.data.workflows ?? [];
  const [name, setName] = useState<string | null>(null);
  const [context, setContext] = useState('');
  const [payload, setPayload] = useState('');
  const isJson = checkJsonObject(payload) === null;
  const body = {
    name: name ?? 'a-workflow',
    to: { type: 'Topic' as const, topicKey },
    payload: (isJson && jsonObjectOf(payload)) || {},
    ...(context.trim() !== '' && { context: contextOf(context) }),
  };
  const simulation = useMutation({
    mutationFn: () =>
      responseOf(api(environment).POST('/v1/events/simulate', { params: { query: { members: MEMBERS } }, body })),
  });
  const params = { query: { members: MEMBERS } };
  return (
    <Paper withBorder p="md" maw={760} component="section" aria-label="Test audience">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            Test audience
          </Title>
          <AsCurl request={{ method: 'POST', path: '/v1/events/simulate', params, body }} />
        </Group>
        <Text size="sm" c="dimmed">
          See which members a trigger would reach. Nothing is sent.
        </Text>
        <Group gap="sm" align="flex-end">
          <Select
            label="Workflow"
            flex="1 1 14rem"
            searchable
            data={workflows.map(({ workflowId, name: label }) => ({ value: workflowId, label }))}
            value={name}
            onChange={setName}
          />
          <TextInput
            label="Context"
            placeholder="tenant:acme"
            flex="1 1 10rem"
            value={context}
            onChange={({ currentTarget }) => setContext(currentTarget.value)}
          />
        </Group>
        <JsonObjectInput label="Payload" minRows={2} value={payload} onChange={setPayload} />
        <Group justify="flex-end">
          <PermittedButton
            permission="workflows:read"
            size="xs"
            disabled={name === null || !isJson}
            loading={simulation.isPending}
            onClick={() => simulation.mutate()}
          >
            Show audience
          </PermittedButton>
        </Group>
        {simulation.error && <ProblemAlert error={simulation.error} />}
        {simulation.data && <Reach simulation={simulation.data.data} />}
      </Stack>
    </Paper>
  );
}

function Reach({ simulation }: { simulation: Schemas['SimulationDto'] }) {
  const { recipients, unreached = [], hasMoreMembers } = simulation;
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" fw={600}>
        {recipients.length} reached, {unreached.length} not
        {hasMoreMembers && ', of the first members'}
      </Text>
      <Accordion variant="contained" chevronPosition="right">
        {recipients.map((one) => (
          <Accordion.Item key={one.subscriberId} value={one.subscriberId}>
            <Accordion.Control>
              <Group gap="sm">
                <Text size="sm">{one.subscriberId}</Text>
                <StatusBadge outcome={outcomeOf(one.status)} word={statusWord(one.status)} />
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <SimulatedSteps result={one} who={one.subscriberId} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {unreached.map(({ subscriberId, reason }) => (
        <Group key={subscriberId} gap="sm">
          <StatusBadge outcome="skipped" word="not reached" />
          <Text size="sm" component="div">
            <TextLink to="/subscribers/$subscriberId" params={{ subscriberId }} size="sm">
              {subscriberId}
            </TextLink>{' '}
            {REASONS[reason]}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}

/** `tenant:acme, app:shop` as a trigger names them. */
function contextOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map((key) => {
      const [type = '', ...id] = key.trim().split(':');
      return [type, id.join(':')];
    }),
  );
}
