import { Alert, List, Text } from '@mantine/core';
import type { Schemas } from '../api/client';

type Size = Schemas['SmsSizeDto'];

/** The size of a text message, which decides what it costs. */
export function SmsSize({ size: { encoding, units, segments } }: { size: Size }) {
  return (
    <Text size="xs" c="dimmed">
      {`${segments} ${segments === 1 ? 'segment' : 'segments'}, ${units} units in ${encoding === 'GSM-7' ? 'GSM-7' : 'UCS-2 (Unicode)'}`}
    </Text>
  );
}

interface ContentNotesProps {
  sms?: Size;
  cuts?: Schemas['ContentCutDto'][];
  hints?: string[];
}

/** What an author should know of a content before it is sent. */
export function ContentNotes({ sms, cuts = [], hints = [] }: ContentNotesProps) {
  const notes = [
    ...cuts.map(
      ({ field, length, max, unit, providerId }) => `${providerId} cuts the ${field}: ${length} of ${max} ${unit}`,
    ),
    ...hints,
  ];
  return (
    <>
      {sms && <SmsSize size={sms} />}
      {notes.length > 0 && (
        <Alert color="orange" variant="outline" title="Before you send">
          <List size="sm">
            {notes.map((note) => (
              <List.Item key={note}>{note}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}
