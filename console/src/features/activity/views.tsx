import { Button, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { parseSearch } from '../../search-text';
import { TextLink } from '../../ui/links';

interface View {
  name: string;
  /** The part of the address after `?`. */
  search: string;
}

/** Views that somebody has saved: links, kept in this browser. */
export function SavedViews() {
  const [views, setViews] = useLocalStorage<View[]>({ key: 'carillon-activity-views', defaultValue: [] });
  const [name, setName] = useState('');
  const { searchStr } = useLocation();
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { env: _env, after: _after, before: _before, ...filters } = parseSearch(searchStr);
    const view = { name: name.trim(), search: new URLSearchParams(filters).toString() };
    if (view.name === '') return;
    setViews((former) => [...former.filter((one) => one.name !== view.name), view]);
    setName('');
  };
  return (
    <Popover key={searchStr} position="bottom-end" width={300} shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<Bookmark size={14} aria-hidden />}>
          Views
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Saved views">
        <Stack gap="xs">
          {views.length === 0 && (
            <Text size="sm" c="dimmed">
              A view saves the filters of this list in this browser. Its link works for everyone.
            </Text>
          )}
          {views.map((view) => (
            <Group key={view.name} justify="space-between" wrap="nowrap">
              <TextLink to="/activity" search={parseSearch(view.search)} size="sm">
                {view.name}
              </TextLink>
              <CloseButton
                size="sm"
                aria-label={`Remove the view ${view.name}`}
                onClick={() => setViews((former) => former.filter((one) => one.name !== view.name))}
              />
            </Group>
          ))}
          <form onSubmit={save}>
            <Group gap="xs" wrap="nowrap" align="flex-end">
              <TextInput
                size="xs"
                flex={1}
                label="View name"
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
              />
              <Button size="xs" type="submit" disabled={name.trim() === ''}>
                Save
              </Button>
            </Group>
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
