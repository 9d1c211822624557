import { Group, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from './links';

interface OffsetPagerProps {
  page: number;
  pageSize: number;
  totalCount: number;
  /** What is counted: `['workflow', 'workflows']`. */
  words: readonly [one: string, many: string];
}

/** The links to the neighbours of a numbered page, and how much there is in all. */
export function OffsetPager({ page, pageSize, totalCount, words: [one, many] }: OffsetPagerProps) {
  const pages = Math.max(1, Math.ceil(totalCount / pageSize));
  const to = (next: number) => (search: object) => ({ ...search, page: next > 1 ? String(next) : undefined }) as never;
  return (
    <Group justify="space-between" mt="sm" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed">
        {`${totalCount.toLocaleString()} ${totalCount === 1 ? one : many}`}
      </Text>
      {pages > 1 && (
        <Group gap="xs">
          <ButtonLink
            to="."
            search={to(page - 1)}
            disabled={page <= 1}
            variant="default"
            size="xs"
            leftSection={<ChevronLeft size={14} aria-hidden />}
          >
            Previous
          </ButtonLink>
          <Text size="sm">{`Page ${page} of ${pages}`}</Text>
          <ButtonLink
            to="."
            search={to(page + 1)}
            disabled={page >= pages}
            variant="default"
            size="xs"
            rightSection={<ChevronRight size={14} aria-hidden />}
          >
            Next
          </ButtonLink>
        </Group>
      )}
    </Group>
  );
}
