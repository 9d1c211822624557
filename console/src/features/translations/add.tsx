import { Button, Group, Popover, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { canonicalLocale } from '../../../../libs/rendering/translations/locales';
import { withTexts } from '../../../../libs/rendering/translations/texts';
import { useRefusal } from '../../api/session';
import { PermittedButton } from '../../ui/permitted';

interface AddLanguageProps {
  known: readonly string[];
  onAdd: (locale: string) => void;
}

/** Adds a column, for a language that has no texts yet. */
export function AddLanguage({ known, onAdd }: AddLanguageProps) {
  const [opened, popover] = useDisclosure();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const locale = canonicalLocale(text.trim());
    if (locale === undefined) return setProblem('A language such as fr or pt_BR');
    if (known.includes(locale)) return setProblem('This language is already in the table');
    onAdd(locale);
    setText('');
    popover.close();
  };
  return (
    <Popover opened={opened} onChange={popover.toggle} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <PermittedButton permission="translations:write" variant="default" size="xs" onClick={popover.toggle}>
          Add language
        </PermittedButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add language">
        <form onSubmit={add}>
          <Group align="flex-start" gap="xs">
            <TextInput
              label="Language"
              description="Such as fr or pt_BR"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={text}
              error={problem}
              onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                setProblem(undefined);
              }}
            />
            <Button type="submit" size="sm" mt={25}>
              Add
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

interface AddKeyProps {
  /** The texts of each language, as they are stored. */
  content: readonly Readonly<Record<string, unknown>>[];
  known: readonly string[];
  onAdd: (key: string) => void;
}

/** Adds a row. */
export function AddKey({ content, known, onAdd }: AddKeyProps) {
  const isReadOnly = useRefusal('translations:write') !== undefined;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const key = text.trim();
    const found = known.includes(key) ? 'is in the table already' : problemOf(key, content);
    setProblem(found && `This key ${found}`);
    if (found !== undefined) return;
    onAdd(key);
    setText('');
  };
  return (
    <form onSubmit={add}>
      <Group align="flex-start" gap="xs">
        <TextInput
          label="New key"
          description="Use dots to nest keys: order.title"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text}
          error={problem}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" variant="default" disabled={isReadOnly || text.trim() === ''} mt={25}>
          Add
        </Button>
      </Group>
    </form>
  );
}

function problemOf(key: string, content: AddKeyProps['content']): string | undefined {
  try {
    for (const one of [{}, ...content]) withTexts(one, new Map([[key, key]]));
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}
