import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { CopyText } from '../../ui/copy';
import { TextLink } from '../../ui/links';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { DeleteWebhook } from './delete';
import { Deliveries } from './deliveries';
import { deliveryList, webhook, type WebhookSearch } from './reads';
import { WebhookSettings } from './settings';
import { WebhookState } from './state';
import { TestWebhook } from './test-event';

/** A webhook: what was sent to it, and its settings. */
export function WebhookDetail({ webhookId, search }: { webhookId: string; search: WebhookSearch }) {
  const navigate = useNavigate();
  const found = useQuery(query(webhook(webhookId), useEnvironment()));
  const { tab = 'deliveries' } = search;
  const shown = found.data?.data;
  const choose = (next: string | null) =>
    navigate({ to: '/webhooks/$webhookId', params: { webhookId }, search: { tab: next as WebhookSearch['tab'] } });
  return (
    <>
      <PageHeader
        title={shown?.url ?? webhookId}
        about={
          <>
            {shown && <WebhookState webhook={shown} />} <CopyText text={webhookId} label="Copy ID" />
          </>
        }
        back={
          <TextLink to="/webhooks" size="sm">
            Webhooks
          </TextLink>
        }
      >
        <AsCurl request={tab === 'deliveries' ? deliveryList(webhookId, search) : webhook(webhookId)} />
        {shown && <TestWebhook webhook={shown} />}
        {shown && <DeleteWebhook webhook={shown} />}
      </PageHeader>
      <Loaded query={found}>
        {({ data }) => (
          <Tabs value={tab} onChange={(next) => void choose(next)} keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
              <Tabs.Tab value="settings">Settings</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="deliveries">
              <Deliveries webhook={data} search={search} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <WebhookSettings webhook={data} />
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </>
  );
}
