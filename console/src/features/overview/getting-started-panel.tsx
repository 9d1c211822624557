import {
  Anchor,
  Button,
  Collapse,
  Group,
  Paper,
  Progress,
  Stack,
  Text,
  ThemeIcon,
  Title,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { type Read, query, read } from '../../api/read';
import { type Permission, useEnvironment, useRefusal } from '../../api/session';
import { TextLink } from '../../ui/links';
import { progressOf, type StartStep, STEPS } from './getting-started';
import { InboxCode } from './inbox-code';

/** What each step is called, why, and where it is done. */
const WORDS: Record<StartStep, { title: string; about: string; to?: LinkProps['to']; action?: string }> = {
  provider: {
    title: 'Connect a provider',
    about: 'Email by SMTP, or one of many services for email, SMS, push and chat.',
    to: '/create/integration',
    action: 'Add an integration',
  },
  workflow: {
    title: 'Create a workflow',
    about: 'Start from a template such as "Welcome", or from scratch.',
    to: '/create/workflow',
    action: 'Choose a template',
  },
  test: {
    title: 'Send a test',
    about: 'Open the workflow, choose Test, and send it to yourself.',
    to: '/workflows',
    action: 'Open workflows',
  },
  inbox: { title: 'Add the inbox to your app', about: 'A bell with notifications, in a few lines of code.' },
  invite: {
    title: 'Invite your team',
    about: 'Authors write, support looks, developers integrate.',
    to: '/create/invitation',
    action: 'Invite member',
  },
  publish: {
    title: 'Publish to Production',
    about: 'Compare the environments, and publish what is ready.',
    to: '/environments/compare',
    action: 'Compare environments',
  },
};

/** Reads something the person may see; nothing for others. */
function useSeen<Body>(request: Read<Body>, permission: Permission): Body | undefined {
  const environment = useEnvironment();
  const refusal = useRefusal(permission);
  return useQuery({ ...query(request, environment), enabled: refusal === undefined }).data;
}

const LIMIT = 20;

/** The first steps in an environment, until they are done or somebody hides them. */
export function GettingStarted() {
  const environment = useEnvironment();
  const key = `getting-started-hidden-${environment.id}`;
  const [isHidden, setHidden] = useState(() => localStorage.getItem(key) !== null);
  const hide = () => {
    localStorage.setItem(key, 'yes');
    setHidden(true);
  };
  const [showsCode, code] = useDisclosure();
  const workflows = useSeen(read('/v2/workflows', { query: { limit: LIMIT, orderBy: 'updatedAt' } }), 'workflows:read');
  const progress = progressOf(
    {
      integrations: useSeen(read('/v1/integrations', {}), 'integrations:read'),
      workflows: workflows?.data.workflows,
      runs: useSeen(read('/v1/notifications', { query: { limit: 1 } }), 'notifications:read')?.data,
      subscribers: useSeen(read('/v2/subscribers', { query: { limit: LIMIT } }), 'subscribers:read')?.data,
      members: useSeen(read('/v1/members', {}), 'members:read')?.data,
      invitations: useSeen(read('/v1/invitations', {}), 'members:read')?.data,
    },
    environment.id,
  );
  const shown = STEPS.filter((step) => progress[step] !== undefined);
  const done = shown.filter((step) => progress[step]).length;
  if (isHidden || workflows === undefined || done === shown.length) return null;
  return (
    <Paper withBorder p="md" component="section" aria-label="Getting started">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h5">
            Getting started
          </Title>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={hide}>
            Hide
          </Button>
        </Group>
        <Group gap="sm">
          <Progress value={(done / shown.length) * 100} flex={1} aria-label="Steps that are done" />
          <Text size="sm" c="dimmed">{`${done} of ${shown.length}`}</Text>
        </Group>
        <Stack gap="xs" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
          {shown.map((step) => {
            const { title, about, to, action } = WORDS[step];
            const isDone = progress[step] === true;
            return (
              <Group key={step} component="li" gap="sm" wrap="nowrap" align="flex-start">
                <ThemeIcon size="sm" variant="transparent" color={isDone ? 'teal' : 'gray'} aria-hidden>
                  {isDone ? <CircleCheck size={18} /> : <CircleDashed size={18} />}
                </ThemeIcon>
                <div>
                  <Text size="sm" fw={600} td={isDone ? 'line-through' : undefined}>
                    {title}
                    <VisuallyHidden>{isDone ? ' (done)' : ' (open)'}</VisuallyHidden>
                  </Text>
                  {!isDone && (
                    <Text size="sm" c="dimmed" component="div">
                      {about}{' '}
                      {to && action && (
                        <TextLink to={to} size="sm" underline="always">
                          {action}
                        </TextLink>
                      )}
                      {step === 'inbox' && (
                        <Anchor
                          component="button"
                          size="sm"
                          underline="always"
                          aria-expanded={showsCode}
                          onClick={code.toggle}
                        >
                          {showsCode ? 'Hide code' : 'Show code'}
                        </Anchor>
                      )}
                    </Text>
                  )}
                  {step === 'inbox' && !isDone && (
                    <Collapse expanded={showsCode}>
                      {showsCode && <InboxCode identifier={environment.identifier} />}
                    </Collapse>
                  )}
                </div>
              </Group>
            );
          })}
        </Stack>
      </Stack>
    </Paper>
  );
}
