import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FIRST_PAGE } from './paging';

interface FilterSelectProps {
  /** The search parameter it sets. */
  name: string;
  /** What the address says now. */
  value: string | undefined;
  label: string;
  /** What is chosen without a filter: `All channels`. */
  all: string;
  options: readonly (string | { value: string; label: string })[];
}

/** A filter that is one of a few words. It is in the address, and leads back to the first page. */
export function FilterSelect({ name, value, label, all, options }: FilterSelectProps) {
  const navigate = useNavigate();
  const choose = (next: string) => {
    const search = (now: object) => ({ ...now, ...FIRST_PAGE, [name]: next || undefined });
    void navigate({ to: '.', search: search as never, replace: true });
  };
  return (
    <NativeSelect
      w={{ base: '100%', xs: 190 }}
      aria-label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      data={[{ value: '', label: all }, ...options]}
    />
  );
}
