import { Button, Group, NativeSelect, Popover, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { localeName } from './reads';

interface LocaleChooserProps {
  value: string;
  locales: readonly string[];
  onChange: (locale: string) => void;
}

/** Chooses a language, also one that has no texts yet. */
export function LocaleChooser({ value, locales, onChange }: LocaleChooserProps) {
  const [opened, popover] = useDisclosure();
  const [text, setText] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    onChange(text.trim().replaceAll('-', '_'));
    setText('');
    popover.close();
  };
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label="Language"
        value={value}
        data={locales.map((locale) => ({ value: locale, label: localeName(locale) }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Popover opened={opened} onChange={popover.toggle} trapFocus withinPortal shadow="md">
        <Popover.Target>
          <Button variant="default" size="xs" onClick={popover.toggle}>
            Add language
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Add language">
          <form onSubmit={add}>
            <Group align="flex-end" gap="xs">
              <TextInput
                label="Language"
                description="Such as fr or pt_BR"
                value={text}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
              />
              <Button type="submit" size="sm">
                Add
              </Button>
            </Group>
          </form>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
