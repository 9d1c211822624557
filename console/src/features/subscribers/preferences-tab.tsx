import { Alert, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, responseOf, type Schemas } from '../../api/client';
import { useChange } from '../../api/change';
import { query, read } from '../../api/read';
import { useEnvironment, useRefusal } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { type Column, DataTable } from '../../ui/data-table';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PermittedButton } from '../../ui/permitted';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { QuietHours } from './quiet-hours';

type WorkflowPreference = Schemas['SubscriberWorkflowPreferenceDto'];
type CategoryPreference = Schemas['SubscriberCategoryPreferenceDto'];
type Channels = Schemas['PreferenceChannelsDto'];
type Patch = Schemas['PatchPreferencesDto'];

const NAMES: Record<keyof Channels, string> = {
  in_app: 'In-app',
  email: 'Email',
  sms: 'SMS',
  push: 'Push',
  chat: 'Chat',
  tool: 'Incident alerts',
};

const SOURCES: Record<Schemas['SubscriberPreferenceOverrideDto']['source'], string> = {
  subscriber: 'the subscriber',
  workflowOverride: 'workflow settings',
  template: 'workflow default',
};

/** What a subscriber wants to get, in all and of each workflow, and when. */
export function PreferencesTab({ subscriberId, timezone }: { subscriberId: string; timezone: string | undefined }) {
  const environment = useEnvironment();
  const request = read('/v2/subscribers/{subscriberId}/preferences', {
    path: { subscriberId },
    query: { criticality: 'all' },
  });
  const found = useQuery(query(request, environment));
  const change = useChange({
    run: (body: Patch) =>
      responseOf(
        api(environment).PATCH('/v2/subscribers/{subscriberId}/preferences', {
          params: { path: { subscriberId } },
          body,
        }),
      ),
    resource: 'subscribers',
    environment,
    done: 'Saved',
  });
  return (
    <Loaded query={found}>
      {({ data: { global, categories, workflows } }) => (
        <Stack>
          <Paper withBorder p="md" component="section" aria-label="All workflows">
            <Group justify="space-between" mb="xs">
              <Title order={2} size="h6">
                All workflows
              </Title>
              <AsCurl request={request} />
            </Group>
            <Text size="sm" c="dimmed" mb="sm">
              Changes apply to all workflows and replace their own settings for that channel.
            </Text>
            <Switches
              of="all workflows"
              channels={global.channels}
              onSwitch={(channels) => change.mutate({ channels })}
            />
          </Paper>
          {global.pausedUntil !== undefined && new Date(global.pausedUntil) > new Date() && (
            <Alert color="orange" variant="outline" title="Paused">
              <Group justify="space-between">
                <Text size="sm">
                  All messages are paused until <Time at={global.pausedUntil} />. Critical workflows are still sent.
                </Text>
                <PermittedButton
                  permission="subscribers:write"
                  size="xs"
                  variant="default"
                  loading={change.isPending}
                  onClick={() => change.mutate({ pausedUntil: null })}
                >
                  Resume
                </PermittedButton>
              </Group>
            </Alert>
          )}
          <QuietHours
            key={JSON.stringify(global.schedule)}
            schedule={global.schedule}
            timezone={timezone}
            isSaving={change.isPending}
            onSave={(schedule) => change.mutate({ schedule })}
          />
          {categories.length > 0 && (
            <DataTable
              label="Preferences by category"
              columns={categoryColumns((category, channels) => change.mutate({ category, channels }))}
              rows={categories}
              rowKey={({ category }) => category}
            />
          )}
          {workflows.length > 0 ? (
            <DataTable
              label="Preferences by workflow"
              columns={columns((workflowId, channels) => change.mutate({ workflowId, channels }))}
              rows={workflows}
              rowKey={({ workflow }) => workflow.slug}
            />
          ) : (
            <EmptyState title="No workflows yet">
              Each workflow is listed here, with the channels of its steps.
            </EmptyState>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function categoryColumns(onSwitch: (category: string, channels: Channels) => void): Column<CategoryPreference>[] {
  return [
    { name: 'Category', cell: ({ category }) => category },
    {
      name: 'Channels',
      cell: ({ category, channels }) => (
        <Switches of={category} channels={channels} onSwitch={(changed) => onSwitch(category, changed)} />
      ),
    },
    { name: 'Workflows', cell: ({ workflows }) => workflows.join(', ') },
  ];
}

function columns(onSwitch: (workflowId: string, channels: Channels) => void): Column<WorkflowPreference>[] {
  return [
    {
      name: 'Workflow',
      cell: ({ workflow: { identifier, name } }) => (
        <TextLink to="/workflows/$workflowId" params={{ workflowId: identifier }} size="sm">
          {name}
        </TextLink>
      ),
    },
    {
      name: 'Channels',
      cell: ({ channels, workflow: { identifier, name } }) => (
        <Switches of={name} channels={channels} onSwitch={(changed) => onSwitch(identifier, changed)} />
      ),
    },
    { name: 'Set by', cell: (preference) => deciders(preference) },
  ];
}

/** Who decides about the channels: one word where it is the same for all. */
function deciders({ overrides }: WorkflowPreference): string {
  const sources = [...new Set(overrides.map(({ source }) => SOURCES[source]))];
  if (sources.length <= 1) return sources[0] ?? SOURCES.template;
  return overrides.map(({ channel, source }) => `${NAMES[channel]}: ${SOURCES[source]}`).join('; ');
}

interface SwitchesProps {
  /** What the channels belong to, for screen readers. */
  of: string;
  channels: Channels;
  onSwitch: (channels: Channels) => void;
}

function Switches({ of, channels, onSwitch }: SwitchesProps) {
  const refusal = useRefusal('subscribers:write');
  return (
    <Group gap="md">
      {(Object.keys(NAMES) as (keyof Channels)[]).flatMap((channel) => {
        const isOn = channels[channel];
        if (isOn === undefined) return [];
        return (
          <Switch
            key={channel}
            label={NAMES[channel]}
            aria-label={`${NAMES[channel]} for ${of}`}
            checked={isOn}
            disabled={refusal !== undefined}
            title={refusal}
            onChange={({ currentTarget }) => onSwitch({ [channel]: currentTarget.checked })}
          />
        );
      })}
    </Group>
  );
}
