import { Text, Tooltip } from '@mantine/core';

const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment in the reader's time zone; pointing at it or focusing it shows it in UTC. */
export function Time({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  const utc = `${at.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`;
  return (
    <Tooltip label={utc} events={{ hover: true, focus: true, touch: true }}>
      <Text component="time" inherit dateTime={at} tabIndex={0} style={{ whiteSpace: 'nowrap' }}>
        {LOCAL.format(new Date(at))}
      </Text>
    </Tooltip>
  );
}
