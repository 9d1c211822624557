import { Stack, Text } from '@mantine/core';
import { fieldChanges } from './field-changes';
import { TextDiff } from './text-diff';

interface FieldDiffsProps {
  /** What differs, for screen readers. */
  of: string;
  before: object;
  after: object;
}

/** In which fields two objects differ, with what was there and what is there. */
export function FieldDiffs({ of, before, after }: FieldDiffsProps) {
  return fieldChanges(before, after).map((change) => (
    <Stack key={change.path} gap={2}>
      <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {change.path}
      </Text>
      <TextDiff label={`${of} ${change.path}`} before={change.before ?? ''} after={change.after ?? ''} />
    </Stack>
  ));
}
