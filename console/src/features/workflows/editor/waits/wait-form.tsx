import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Info } from '../../../../ui/info';
import { helpOf } from '../control-help';
import { useField } from '../editor-context';
import classes from '../editor.module.css';
import { BlankField } from './blank-field';
import {
  type Blank,
  filledIn,
  inMode,
  type Line,
  type Mode,
  MODE_NAMES,
  sentenceOf,
  type Values,
  type WaitKind,
  withValue,
} from './sentence';
import { waitInWords } from './words';

interface WaitFormProps {
  kind: WaitKind;
  values: Values;
  onChange: (values: Values) => void;
}

/** Help of a line is that of its first blank. */
const HELP_OF: Record<string, string> = {
  'lookBackWindow.amount': 'lookBackWindow',
  'timeout.amount': 'amount',
  'timeout.cron': 'cron',
  'timeout.dynamicKey': 'dynamicKey',
};

/** How long a step waits, collects or counts, as a sentence. */
export function WaitForm({ kind, values, onChange }: WaitFormProps) {
  const { readOnly } = useField('type');
  const sentence = sentenceOf(kind, values);
  const { mode, type, lines, unused } = sentence;
  // What another type used comes back with it.
  const [kept, keep] = useState<Partial<Record<Mode, typeof unused>>>({});
  const choose = (next: Mode) => {
    const changed = inMode(kind, values, next);
    keep({ ...kept, [mode]: changed.kept });
    onChange((kept[next] ?? []).reduce((all, { path, value }) => withValue(all, path, value), changed.values));
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        label={kind === 'wait_until' ? 'Timeout' : 'Type'}
        data-field={type.path}
        disabled={readOnly}
        value={mode}
        data={(Object.keys(type.of) as Mode[]).map((one) => ({ value: one, label: MODE_NAMES[one] }))}
        onChange={({ currentTarget }) => choose(currentTarget.value as Mode)}
      />
      {lines.map((line, index) => (
        <SentenceLine
          // eslint-disable-next-line react/no-array-index-key -- lines have no name of their own
          key={`${mode} ${index}`}
          line={line}
          onFill={(blank, value) => onChange(filledIn(values, blank, value))}
        />
      ))}
      {unused.length > 0 && (
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {`Not used by this type: ${unused.map(({ path, value }) => `${path} ${JSON.stringify(value)}`).join(', ')}`}
          </Text>
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={readOnly}
            onClick={() => onChange(unused.reduce((rest, { path }) => withValue(rest, path, undefined), values))}
          >
            Remove
          </Button>
        </Group>
      )}
      <Text size="sm" fw={500} role="status">
        {waitInWords(kind, values)}
      </Text>
    </Stack>
  );
}

function SentenceLine({ line, onFill }: { line: Line; onFill: (blank: Blank, value: unknown) => void }) {
  const first = line.find((part): part is Blank => typeof part !== 'string');
  const name = first && (HELP_OF[first.path] ?? first.path);
  const hasTime = line.some((part) => typeof part !== 'string' && part.input === 'time');
  const help = name === undefined || (name === 'amount' && !hasTime) ? undefined : helpOf(name);
  return (
    <div className={classes.sentence}>
      {line.map((part) =>
        typeof part === 'string' ? (
          <Text key={part} span size="sm">
            {part}
          </Text>
        ) : (
          <BlankField key={part.path} blank={part} onChange={(value) => onFill(part, value)} />
        ),
      )}
      {help !== undefined && <Info text={help} />}
    </div>
  );
}
