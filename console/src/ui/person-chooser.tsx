import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { query, read } from '../api/read';
import { useEnvironment, useRefusal } from '../api/session';

const AT_MOST = 20;

/** Nobody real: previews and simulations store nobody. */
export const SAMPLE_PERSON = {
  subscriberId: 'sample-subscriber',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
};

interface PersonChooserProps extends Pick<SelectProps, 'label' | 'description' | 'aria-label' | 'w' | 'leftSection'> {
  /** The id of the subscriber; undefined for none. */
  value: string | undefined;
  onChange: (subscriberId: string | undefined) => void;
  /** What is chosen without one. */
  none?: string;
}

/** Chooses a subscriber by a part of the name, id, email address or phone number. */
export function PersonChooser({ value, onChange, none = 'Sample subscriber', ...rest }: PersonChooserProps) {
  const refusal = useRefusal('subscribers:read');
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text, 300);
  const search = wanted === labelOf(usePerson(value)) ? undefined : wanted || undefined;
  const request = read('/v2/subscribers', { query: { search, limit: AT_MOST } });
  const page = useQuery({
    ...query(request, useEnvironment()),
    placeholderData: keepPreviousData,
    enabled: refusal === undefined,
  });
  const person = usePerson(value);
  const people = page.data?.data ?? [];
  const shown = person && !people.some(({ subscriberId }) => subscriberId === value) ? [person, ...people] : people;
  const isShown = shown.some(({ subscriberId }) => subscriberId === value);
  const given = value !== undefined && !isShown ? [{ value, label: value }] : [];
  return (
    <Select
      {...rest}
      placeholder={none}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Back to: ${none}` }}
      disabled={refusal !== undefined}
      error={refusal}
      nothingFoundMessage="No results"
      filter={({ options }) => options}
      data={[...given, ...shown.map((one) => ({ value: one.subscriberId, label: labelOf(one)! }))]}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
      searchValue={text}
      onSearchChange={setText}
    />
  );
}

/** A subscriber with all that previews need; undefined while none is chosen or it is not there yet. */
export function usePerson(subscriberId: string | undefined): Schemas['SubscriberDto'] | undefined {
  const request = read('/v2/subscribers/{subscriberId}', { path: { subscriberId: subscriberId ?? '' } });
  const found = useQuery({ ...query(request, useEnvironment()), enabled: subscriberId !== undefined });
  return subscriberId === undefined ? undefined : found.data?.data;
}

/** What a preview is told of a subscriber. What is not known is empty: an example in its place would not be sent. */
export function profileOf(person: Schemas['SubscriberDto']): Schemas['PreviewSubscriberDto'] {
  const { subscriberId, locale, timezone, isOnline, lastOnlineAt, data } = person;
  const { firstName = '', lastName = '', email = '', phone = '', avatar = '' } = withoutNull(person);
  return { subscriberId, firstName, lastName, email, phone, avatar, locale, timezone, isOnline, lastOnlineAt, data };
}

function withoutNull(person: Schemas['SubscriberDto']): Partial<Record<keyof typeof person, string>> {
  return Object.fromEntries(Object.entries(person).filter(([, value]) => value !== null));
}

function labelOf(person: Schemas['SubscriberDto'] | undefined): string | undefined {
  if (!person) return undefined;
  const name = [person.firstName, person.lastName].filter((part) => part).join(' ');
  return name ? `${name} (${person.subscriberId})` : person.subscriberId;
}
