import { Stack, Text, Title } from '@mantine/core';
import type { Entry } from './reads';
import classes from './changes.module.css';
import { valueInWords } from './words';

/** What differs, field by field: what was there, and what is there now. */
export function Changes({ entry: { changes, changesLeftOut } }: { entry: Entry }) {
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing differs afterwards.
      </Text>
    );
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        What differs
      </Title>
      <Stack gap="xs">
        {changes.map((change) => (
          <div key={change.path} className={classes.change}>
            <code className={classes.path}>{change.path}</code>
            {'before' in change && <Value sign="−" word="before" value={change.before} className={classes.before} />}
            {'after' in change && <Value sign="+" word="after" value={change.after} className={classes.after} />}
          </div>
        ))}
      </Stack>
      {changesLeftOut !== undefined && (
        <Text size="sm" c="dimmed" mt="xs">
          {changesLeftOut} more had no room in the entry.
        </Text>
      )}
    </section>
  );
}

interface ValueProps {
  sign: string;
  word: string;
  value: unknown;
  className: string | undefined;
}

function Value({ sign, word, value, className }: ValueProps) {
  return (
    <div className={className}>
      <span aria-hidden>{sign} </span>
      <span className={classes.word}>{word}: </span>
      {valueInWords(value)}
    </div>
  );
}
