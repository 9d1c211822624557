import { Alert, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { inWords } from '../api/problem';
import { CodeWords } from './code-words';

/** Progress; not shown for what is there at once. */
export function Waiting() {
  const [shown, setShown] = useState(false);
  useTimeout(() => setShown(true), 300, { autoInvoke: true });
  return (
    <Center mih={160} role="status" aria-label="Loading">
      {shown && <Loader size="sm" />}
    </Center>
  );
}

interface EmptyStateProps {
  title: string;
  /** What the screen is for. */
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** In place of a list without rows: what it is for, and the next step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={460}>
        {children}
      </Text>
      {action && <Group mt="xs">{action}</Group>}
    </Stack>
  );
}

interface ErrorStateProps {
  error: unknown;
  /** Tries again. */
  reset?: () => void;
}

/** In place of what could not be loaded: what went wrong, and what to do. */
export function ErrorState({ error, reset }: ErrorStateProps) {
  return (
    <Stack maw={640}>
      <ProblemAlert error={error} />
      {reset && (
        <Group>
          <Button variant="default" onClick={reset}>
            Try again
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** An error in words, and what to do about it. */
export function ProblemAlert({ error }: { error: unknown }) {
  const { title, advice } = inWords(error);
  return (
    <Alert role="alert" color="red" variant="outline" icon={<CircleAlert size={18} aria-hidden />} title={title}>
      {advice !== undefined && <CodeWords text={advice} />}
    </Alert>
  );
}
