import { Anchor, Button, Fieldset, Group, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type Answers, KEYWORDS, type KeywordFields as Fields, newSender, type SenderAnswers } from './keywords';

/** As many characters as the API takes. */
const MAX_ANSWER = 480;

interface KeywordFieldsProps {
  value: Fields;
  /** Inbound messages of the provider are taken. */
  isReceiving: boolean;
  readOnly: boolean;
  onChange: (value: Fields) => void;
}

/** What people get who text STOP, START or HELP to the numbers of an integration. */
export function KeywordFields({ value, isReceiving, readOnly, onChange }: KeywordFieldsProps) {
  const { senders } = value;
  const change = (index: number, sender: SenderAnswers) => onChange({ ...value, senders: senders.with(index, sender) });
  return (
    <Fieldset legend="Replies to STOP, START and HELP">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {isReceiving ? 'Keywords are always obeyed.' : 'Inbound messages are not set up yet.'}{' '}
          <Anchor href="/guide/how-to/sms-keywords" size="sm" target="_blank" underline="always">
            Read the guide
          </Anchor>
        </Text>
        <AnswerFields
          value={value}
          name="all numbers"
          readOnly={readOnly}
          onChange={(answers) => onChange({ ...value, ...answers })}
        />
        {senders.map((sender, index) => (
          // eslint-disable-next-line react/no-array-index-key -- numbers are being typed
          <Fieldset key={index} legend={sender.number === '' ? 'New number' : sender.number}>
            <Stack gap="sm">
              <Group align="flex-end" gap="sm">
                <TextInput
                  label="Sender number"
                  description="As the provider writes it"
                  readOnly={readOnly}
                  value={sender.number}
                  onChange={({ currentTarget }) => change(index, { ...sender, number: currentTarget.value })}
                />
                <Button
                  variant="default"
                  disabled={readOnly}
                  onClick={() => onChange({ ...value, senders: senders.toSpliced(index, 1) })}
                >
                  Remove number
                </Button>
              </Group>
              <AnswerFields
                value={sender}
                name={sender.number || 'the new number'}
                readOnly={readOnly}
                onChange={(answers) => change(index, { ...sender, ...answers })}
              />
            </Stack>
          </Fieldset>
        ))}
        <Group>
          <Button
            variant="default"
            disabled={readOnly}
            onClick={() => onChange({ ...value, senders: [...senders, newSender()] })}
          >
            Add replies for one number
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface AnswerFieldsProps {
  value: Answers;
  /** Whose answers they are, for screen readers. */
  name: string;
  readOnly: boolean;
  onChange: (value: Answers) => void;
}

function AnswerFields({ value: { answer, texts }, name, readOnly, onChange }: AnswerFieldsProps) {
  return (
    <>
      <Switch
        label="Reply to keywords"
        aria-label={`Reply to keywords, ${name}`}
        description="Switch off where the provider replies"
        disabled={readOnly}
        checked={answer}
        onChange={({ currentTarget }) => onChange({ answer: currentTarget.checked, texts })}
      />
      {answer &&
        KEYWORDS.map((keyword) => (
          <Textarea
            key={keyword}
            label={`Reply to ${keyword.toUpperCase()}`}
            aria-label={`Reply to ${keyword.toUpperCase()}, ${name}`}
            placeholder="Default text in the language of the keyword"
            autosize
            minRows={1}
            maxLength={MAX_ANSWER}
            readOnly={readOnly}
            value={texts[keyword]}
            onChange={({ currentTarget }) => onChange({ answer, texts: { ...texts, [keyword]: currentTarget.value } })}
          />
        ))}
    </>
  );
}
