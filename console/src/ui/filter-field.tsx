import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { FIRST_PAGE } from './paging';

interface FilterFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'name'> {
  /** The search parameter it sets. */
  name: string;
  /** What the address says now. */
  value: string | undefined;
  label: string;
}

/** A filter that is a text. It is in the address, and leads back to the first page. */
export function FilterField({ name, value, label, ...rest }: FilterFieldProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(value ?? '');
  const [seen, setSeen] = useState(value);
  // The address was changed elsewhere: by a link, or by going back.
  if (value !== seen) {
    setSeen(value);
    if ((value ?? '') !== text.trim()) setText(value ?? '');
  }
  const apply = useDebouncedCallback((next: string) => {
    const search = (now: object) => ({ ...now, ...FIRST_PAGE, [name]: next.trim() || undefined });
    void navigate({ to: '.', search: search as never, replace: true });
  }, 300);
  return (
    <TextInput
      w={{ base: '100%', xs: 220 }}
      aria-label={label}
      placeholder={label}
      type="search"
      leftSection={<Search size={16} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        apply(currentTarget.value);
      }}
      {...rest}
    />
  );
}
