import { Group, Paper, Stack, Text, Timeline, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { query, read } from '../../api/read';
import { useEnvironment } from '../../api/session';
import { AsCurl } from '../../ui/as-curl';
import { Loaded } from '../../ui/loaded';
import { Pager, type Place } from '../../ui/paging';
import { EmptyState } from '../../ui/states';
import { Time } from '../../ui/time';
import { choiceWords, originWords } from './consent-words';

type Consent = Schemas['ConsentDto'];

const PAGE = 25;

/** What a subscriber has chosen to receive, when, from where and on what words: the latest first. */
export function ConsentTab({ subscriberId, place: { after, before } }: { subscriberId: string; place: Place }) {
  const request = read('/v2/subscribers/{subscriberId}/consents', {
    path: { subscriberId },
    query: { after, before, limit: PAGE },
  });
  const page = useQuery({ ...query(request, useEnvironment()), placeholderData: keepPreviousData });
  return (
    <Loaded query={page}>
      {(data) =>
        data.data.length > 0 ? (
          <Stack>
            <Paper withBorder p="md" component="section" aria-label="Consent">
              <Group justify="space-between" mb="md">
                <Title order={2} size="h6">
                  Consent
                </Title>
                <AsCurl request={request} />
              </Group>
              <Timeline bulletSize={14} lineWidth={2}>
                {data.data.map((consent) => (
                  <Timeline.Item key={consent.id} title={choiceWords(consent)}>
                    <Entry consent={consent} />
                  </Timeline.Item>
                ))}
              </Timeline>
            </Paper>
            <Pager page={data} words={['choice', 'choices']} />
          </Stack>
        ) : (
          <EmptyState title="No choices yet">
            Each choice about what to receive is listed here: when it was made, from where, and on what words.
          </EmptyState>
        )
      }
    </Loaded>
  );
}

function Entry({ consent: { at, until, contextKeys, origin } }: { consent: Consent }) {
  const browser = [origin.ip, origin.userAgent].filter(Boolean).join(' · ');
  return (
    <Stack gap={2}>
      <Text size="sm">
        <Time at={at} /> · {originWords(origin)}
      </Text>
      {until !== undefined && (
        <Text size="sm">
          Until <Time at={until} />
        </Text>
      )}
      {origin.wording !== undefined && (
        <Text size="sm" lang={origin.language} style={{ overflowWrap: 'anywhere' }}>
          “{origin.wording}”
        </Text>
      )}
      {contextKeys && (
        <Text size="sm" c="dimmed">
          Only in {contextKeys.join(', ')}
        </Text>
      )}
      {browser && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {browser}
        </Text>
      )}
    </Stack>
  );
}
