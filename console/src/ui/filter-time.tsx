import { Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fromLocal, toLocal } from './local-time';
import { FIRST_PAGE } from './paging';

interface FilterTimeProps {
  /** The search parameter it sets, as ISO 8601 in UTC. */
  name: string;
  /** What the address says now. */
  value: string | undefined;
  label: string;
}

/** A filter that is a moment, entered in the reader's time zone. It is in the address, and leads back to the first page. */
export function FilterTime({ name, value, label }: FilterTimeProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(toLocal(value));
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setText(toLocal(value));
  }
  const apply = useDebouncedCallback((next: string) => {
    const search = (now: object) => ({ ...now, ...FIRST_PAGE, [name]: fromLocal(next) });
    void navigate({ to: '.', search: search as never, replace: true });
  }, 500);
  return (
    <Group gap={6} wrap="nowrap" w={{ base: '100%', xs: 'auto' }}>
      <Text size="sm" c="dimmed" aria-hidden miw={34}>
        {label}
      </Text>
      <TextInput
        flex={1}
        aria-label={label}
        type="datetime-local"
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          apply(currentTarget.value);
        }}
      />
    </Group>
  );
}
