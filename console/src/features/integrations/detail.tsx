import { Alert, Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api, responseOf } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { useHasFailover } from './health-reads';
import { DeleteIntegration, MakePrimary } from './own-actions';
import { type Integration, integrationList, type Provider, providerList } from './reads';
import { TestSend } from './test-send';
import { Use } from './use';

const IntegrationActivity = lazy(async () => ({ default: (await import('./activity')).IntegrationActivity }));
const IntegrationForm = lazy(async () => ({ default: (await import('./form')).IntegrationForm }));

/** An integration: its account, its use, and whether it works. */
export function IntegrationDetail({ integrationId }: { integrationId: string }) {
  const environment = useEnvironment();
  const found = useQuery(query(integrationList, environment));
  const providers = useQuery(query(providerList, environment));
  const integration = found.data?.find(
    ({ _id, _environmentId }) => _id === integrationId && _environmentId === environment.id,
  );
  const ofChannel = (found.data ?? []).filter(
    ({ channel, _environmentId }) => channel === integration?.channel && _environmentId === environment.id,
  );
  return (
    <>
      <PageHeader
        title={integration?.name ?? 'Integration'}
        back={
          <TextLink to="/integrations" size="sm">
            Integrations
          </TextLink>
        }
        about={integration && <CopyText text={integration.identifier} label="Copy identifier" />}
      >
        <AsCurl request={integrationList} />
        {integration && (
          <>
            <MakePrimary integration={integration} />
            <DeleteIntegration integration={integration} />
          </>
        )}
      </PageHeader>
      <Loaded query={found}>
        {() =>
          integration ? (
            <Loaded query={providers}>
              {({ data }) => <Parts integration={integration} ofChannel={ofChannel} providers={data} />}
            </Loaded>
          ) : (
            <EmptyState
              title="Integration not found"
              action={<TextLink to="/integrations">All integrations of {environment.name}</TextLink>}
            >
              It may have been deleted, or belong to another environment: choose one at the top.
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}

interface PartsProps {
  integration: Integration;
  ofChannel: Integration[];
  providers: Provider[];
}

function Parts({ integration, ofChannel, providers }: PartsProps) {
  const environment = useEnvironment();
  const hasFailover = useHasFailover(environment);
  const { _id, providerId, channel, kind, name } = integration;
  const provider: Provider = providers.find((one) => one.providerId === providerId && one.channel === channel) ?? {
    kind,
    channel,
    providerId,
    name,
    sendable: false,
    receivesTexts: false,
    fields: [],
  };
  const params = { path: { integrationId: _id } };
  return (
    <Stack>
      {integration.health && <Refusal health={integration.health} />}
      {channel === 'in_app' && <InboxProof integration={integration} />}
      {provider.sendable && channel !== 'in_app' && (
        <>
          <Use integration={integration} ofChannel={ofChannel} hasFailover={hasFailover} />
          <Suspense>
            <IntegrationActivity integration={integration} />
          </Suspense>
          <TestSend integration={integration} />
        </>
      )}
      <Suspense>
        <IntegrationForm
          // Another version of the same integration begins a new form.
          key={JSON.stringify(integration)}
          provider={provider}
          stored={integration}
          action="Save"
          done="Saved"
          send={(fields) =>
            responseOf(api(environment).PUT('/v1/integrations/{integrationId}', { params, body: fields as never }))
          }
        />
      </Suspense>
    </Stack>
  );
}

/** Whether inbox widgets must prove whose inbox they open: a widget without the proof shows an empty inbox. */
function InboxProof({ integration: { maskedCredentials } }: { integration: Integration }) {
  const { type, name } = useEnvironment();
  const { hmac } = maskedCredentials;
  if (hmac === undefined ? type === 'dev' : hmac !== true)
    return (
      <Text size="sm" c="dimmed">
        Inbox widgets need no proof in {name}: anyone who knows a subscriber ID can open that inbox.
      </Text>
    );
  return (
    <Alert variant="outline" maw={760} title={`Inbox widgets need a proof in ${name}`}>
      <Text size="sm">
        A widget without <Code>subscriberHash</Code> shows an empty inbox: its session is refused with 400. The field
        HMAC switches the proof on or off. Your server makes the hash with a full API key of {name} and hands it to the
        widget. In Node:
      </Text>
      <Code block my={6} tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {"require('node:crypto').createHmac('sha256', apiKey).update(subscriberId).digest('hex')"}
      </Code>
    </Alert>
  );
}

/** What to do about an account that the provider refuses. */
function Refusal({ health: { since, error } }: { health: NonNullable<Integration['health']> }) {
  return (
    <Alert color="red" variant="outline" maw={760} title="The provider refuses this account">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {error}
      </Text>
      <Text size="sm" mt={4}>
        Since <Time at={since} />. Messages wait, or go through another integration. Correct the account at the
        provider, or its credentials here: what waits is then sent.
      </Text>
    </Alert>
  );
}
