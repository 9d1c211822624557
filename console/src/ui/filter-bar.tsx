import { Button } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  /** Of which list, for screen readers. */
  label: string;
  /** What the filters say now. */
  values: readonly (string | undefined)[];
  children: ReactNode;
}

/** The filters of a list that has many. On narrow screens they are behind a button, unless one of them is used. */
export function FilterBar({ label, values, children }: FilterBarProps) {
  const used = values.filter((value) => value !== undefined).length;
  const [asked, ask] = useState<boolean>();
  const opened = asked ?? used > 0;
  return (
    <search aria-label={label} className={classes.bar} data-open={opened || undefined}>
      {children}
      <Button
        className={classes.more}
        variant="subtle"
        size="sm"
        onClick={() => ask(!opened)}
        aria-expanded={opened}
        leftSection={<ListFilter size={14} aria-hidden />}
      >
        {used > 0 ? `Filters (${used})` : 'Filters'}
      </Button>
    </search>
  );
}
