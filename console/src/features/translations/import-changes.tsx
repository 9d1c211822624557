import { ScrollArea, Table, Text } from '@mantine/core';
import { directionOf } from '../../../../libs/rendering/direction';
import type { Schemas } from '../../api/client';

/** Changes that are shown; the numbers above them count all. */
const SHOWN = 200;

const WORDS = { added: 'New', changed: 'Changed', removed: 'Removed' } as const;

/** The texts that an import changes, before and afterwards. */
export function ImportChanges({ changes }: { changes: readonly Schemas['ImportedTextDto'][] }) {
  if (changes.length === 0) return null;
  return (
    <ScrollArea.Autosize mah={300} viewportProps={{ tabIndex: 0 }}>
      <Table aria-label="Changes" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {['Key', 'Language', 'Change', 'Before', 'After'].map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.slice(0, SHOWN).map(({ locale, key, kind, before, after }) => (
            <Table.Tr key={`${locale} ${key}`}>
              <Table.Td>{key}</Table.Td>
              <Table.Td>{locale}</Table.Td>
              <Table.Td>{WORDS[kind]}</Table.Td>
              <Table.Td dir={directionOf(locale)}>{before}</Table.Td>
              <Table.Td dir={directionOf(locale)}>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {changes.length > SHOWN && (
        <Text size="sm" c="dimmed" p="xs">
          And more.
        </Text>
      )}
    </ScrollArea.Autosize>
  );
}
