import { Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '../api/client';
import classes from './changes.module.css';
import { TextDiff } from './text-diff';

type Entry = Schemas['AuditEntryDto'];

interface ChangesProps {
  /** An entry of the audit trail. */
  of: Pick<Entry, 'changes' | 'changesLeftOut'>;
}

/** Changes, field by field: what was there, and what is there now. */
export function Changes({ of: { changes, changesLeftOut } }: ChangesProps) {
  if (changes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No changes.
      </Text>
    );
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        Changes
      </Title>
      <Stack gap="xs">
        {changes.map((change) => (
          <div key={change.path} className={classes.change}>
            <code className={classes.path}>{change.path}</code>
            <Values change={change} />
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

/** Texts of several lines are compared line by line. */
function Values({ change }: { change: Entry['changes'][number] }) {
  const [before, after] = [inWords(change.before), inWords(change.after)];
  if ('before' in change && 'after' in change && /\n/.test(before + after)) {
    return <TextDiff label={change.path} before={before} after={after} />;
  }
  return (
    <>
      {'before' in change && <Value sign="−" word="before" text={before} className={classes.before} />}
      {'after' in change && <Value sign="+" word="after" text={after} className={classes.after} />}
    </>
  );
}

interface ValueProps {
  sign: string;
  word: string;
  text: string;
  className: string | undefined;
}

function Value({ sign, word, text, className }: ValueProps) {
  return (
    <div className={className}>
      <span aria-hidden>{sign} </span>
      <span className={classes.word}>{word}: </span>
      {text}
    </div>
  );
}

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
