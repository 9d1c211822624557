import { Group, Text } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { textOf } from '../search-text';
import { ButtonLink } from './links';

/** The place in a list, in the address: the cursor of the page before or after it. */
export interface Place {
  after?: string;
  before?: string;
}

/** Part of `validateSearch` of every list. */
export function placeOf({ after, before }: Record<string, unknown>): Place {
  return { after: textOf(after), before: textOf(before) };
}

/** For filters and the choice of the environment, which lead back to the first page. */
export const FIRST_PAGE = { after: undefined, before: undefined } satisfies Place;

interface PagerProps {
  page: { next: string | null; previous: string | null; totalCount?: number; totalCountCapped?: boolean };
  /** What is counted: `['subscriber', 'subscribers']`. */
  words: readonly [one: string, many: string];
}

/** The links to the neighbours of a page, and how much there is in all. */
export function Pager({ page: { next, previous, totalCount, totalCountCapped }, words: [one, many] }: PagerProps) {
  const count = totalCount?.toLocaleString();
  return (
    <Group justify="space-between" mt="sm" component="nav" aria-label="Pages">
      <Text size="sm" c="dimmed">
        {count !== undefined && `${totalCountCapped ? 'More than ' : ''}${count} ${totalCount === 1 ? one : many}`}
      </Text>
      {(next ?? previous) !== null && (
        <Group gap="xs">
          <ButtonLink
            to="."
            search={(search) => ({ ...search, after: undefined, before: previous ?? undefined })}
            disabled={previous === null}
            variant="default"
            size="xs"
            leftSection={<ChevronLeft size={14} aria-hidden />}
          >
            Previous
          </ButtonLink>
          <ButtonLink
            to="."
            search={(search) => ({ ...search, after: next ?? undefined, before: undefined })}
            disabled={next === null}
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
