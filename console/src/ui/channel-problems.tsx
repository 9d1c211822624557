import { Alert, Blockquote, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { Schemas } from '../api/client';
import { query } from '../api/read';
import { useEnvironment, useRefusal } from '../api/session';
import { channelProblemWords } from './channel-problem-words';
import { overview } from './integration-health';
import { TextLink } from './links';
import { Time } from './time';

type Problem = Schemas['ChannelProblemDto'];

/** Channels in which messages of active workflows fail or wait, and what to do. `channels`: only these. */
export function ChannelProblems({ channels }: { channels?: readonly string[] }) {
  const isRefused = useRefusal('notifications:read') !== undefined;
  const found = useQuery({ ...query(overview, useEnvironment()), enabled: !isRefused });
  const problems = (found.data?.data.channelProblems ?? []).filter(
    ({ channel }) => channels === undefined || channels.includes(channel),
  );
  if (problems.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Channel problems">
      {problems.map((problem) => (
        <ChannelProblem key={`${problem.channel} ${problem.integrationId ?? ''}`} problem={problem} />
      ))}
    </Stack>
  );
}

function ChannelProblem({ problem }: { problem: Problem }) {
  const { title, about } = channelProblemWords(problem, useEnvironment().name);
  const { error, since } = problem;
  return (
    <Alert color="red" variant="outline" bg="var(--card)" icon={<TriangleAlert aria-hidden />} title={title}>
      <Stack gap={6}>
        {error !== undefined && (
          <Blockquote p="xs" color="red" style={{ overflowWrap: 'anywhere' }}>
            <Text size="sm">{error}</Text>
          </Blockquote>
        )}
        <Text size="sm" component="div">
          {since !== undefined && (
            <>
              Since <Time at={since} />.{' '}
            </>
          )}
          {about} <NextStep problem={problem} />
        </Text>
      </Stack>
    </Alert>
  );
}

/** Where the problem is solved. */
function NextStep({ problem: { kind, channel, integrationId = '' } }: { problem: Problem }) {
  switch (kind) {
    case 'no_integration':
      return (
        <TextLink to="/create/integration" search={{ channel }} size="sm" underline="always">
          Connect a provider
        </TextLink>
      );
    case 'no_primary':
      return (
        <TextLink to="/integrations" size="sm" underline="always">
          View integrations
        </TextLink>
      );
    case 'refused':
      return (
        <TextLink to="/integrations/$integrationId" params={{ integrationId }} size="sm" underline="always">
          Open the integration
        </TextLink>
      );
  }
}
