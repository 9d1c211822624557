import { Group, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FilterField } from '../../ui/filter-field';
import type { Shown, TextsSearch } from './reads';
import type { TextsTable } from './table-model';

interface TextsFilterProps {
  table: TextsTable;
  locales: readonly string[];
  search: TextsSearch;
  children: ReactNode;
}

/** Narrows the texts down to those that are searched for, missing or outdated. */
export function TextsFilter({ table, locales, search: { text, show = 'all' }, children }: TextsFilterProps) {
  const navigate = useNavigate();
  const count = (what: 'isMissing' | 'isOutdated') =>
    locales.reduce((sum, locale) => sum + table.count(locale, what), 0);
  const choose = (next: string) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, show: next === 'all' ? undefined : (next as Shown) }),
      replace: true,
    });
  return (
    <Group gap="xs" role="search" aria-label="Texts">
      <FilterField name="text" value={text} label="Search keys and texts" />
      <SegmentedControl
        aria-label="Show"
        size="xs"
        data={[
          { value: 'all', label: 'All' },
          { value: 'missing', label: `Missing (${count('isMissing')})` },
          { value: 'outdated', label: `Outdated (${count('isOutdated')})` },
        ]}
        value={show}
        onChange={choose}
      />
      {children}
    </Group>
  );
}
