import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { api, responseOf } from '../../api/client';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Catalogue } from './catalogue';
import { type CatalogueSearch, type Provider, providerList } from './reads';

const IntegrationForm = lazy(async () => ({ default: (await import('./form')).IntegrationForm }));

/** A new integration: first the provider, then the account there. */
export function CreateIntegration({ search }: { search: CatalogueSearch }) {
  const found = useQuery(query(providerList, useEnvironment()));
  const chosen = found.data?.data.find(
    ({ providerId, channel }) =>
      providerId === search.provider && (search.channel === undefined || channel === search.channel),
  );
  return (
    <>
      <PageHeader
        title={chosen ? `Connect ${chosen.name}` : 'Connect a provider'}
        about={chosen ? <Documentation provider={chosen} /> : 'Choose the service that messages are sent with.'}
        back={
          chosen ? (
            <TextLink to="/create/integration" search={{ ...search, provider: undefined }} size="sm">
              All providers
            </TextLink>
          ) : (
            <TextLink to="/integrations" size="sm">
              Integrations
            </TextLink>
          )
        }
      >
        <AsCurl request={providerList} />
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (chosen ? <NewIntegration provider={chosen} /> : <Catalogue providers={data} search={search} />)}
      </Loaded>
    </>
  );
}

/** Where the service describes its API. */
function Documentation({ provider: { documentation } }: { provider: Provider }) {
  if (documentation === undefined) return null;
  return (
    <a href={documentation} target="_blank" rel="noreferrer">
      Provider documentation
    </a>
  );
}

function NewIntegration({ provider }: { provider: Provider }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { providerId, channel, kind } = provider;
  return (
    <Suspense>
      <IntegrationForm
        key={`${channel} ${providerId}`}
        provider={provider}
        action="Connect"
        send={(fields) =>
          responseOf(
            api(environment).POST('/v1/integrations', { body: { ...fields, providerId, channel, kind } as never }),
          )
        }
        onDone={({ data: { _id } }) => navigate({ to: '/integrations/$integrationId', params: { integrationId: _id } })}
        done="Connected"
      />
    </Suspense>
  );
}
