import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  /** Also the title of the tab of the browser. */
  title: string;
  /** What the screen is for, in one line, or what the thing is that it shows. */
  about?: ReactNode;
  /** Links that lead up. */
  back?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
}

/** The beginning of every screen. */
export function PageHeader({ title, about, back, children }: PageHeaderProps) {
  useDocumentTitle(`${title} · Carillon`);
  return (
    <Group justify="space-between" align="flex-end" gap="sm" mb="md">
      <Stack gap={2} miw={0} flex="1 1 16rem">
        {back}
        <Title order={1} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {about && (
          <Text c="dimmed" size="sm" component="div">
            {about}
          </Text>
        )}
      </Stack>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
