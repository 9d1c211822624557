import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CodeEditor } from '../../../../ui/code-editor';
import { useFocusBack } from '../../../../ui/use-focus-back';
import { NO_OBJECT, payloadOf } from '../test-data';
import { DEFAULT, MAX_SAMPLES, nameProblem, type Samples } from './samples';

interface SamplePayloadProps {
  samples: Samples;
  readOnly: boolean;
}

type Asked = 'add' | 'rename';

/** The payload of the chosen sample, and what can be done with it. */
export function SamplePayload({ samples, readOnly }: SamplePayloadProps) {
  const { all, chosen, payload, setPayload, reset, add, rename, remove } = samples;
  const [asked, setAsked] = useState<Asked>();
  const isJson = payloadOf(payload) !== undefined;
  const button = (label: string, onClick: () => void, disabled = false) => (
    <Button variant="default" size="compact-sm" disabled={readOnly || disabled} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <Stack gap="xs">
      <CodeEditor
        label="Payload"
        description={
          chosen === undefined
            ? `${DEFAULT}: the example of the payload schema. What you change here is not saved, unless you save it as sample data.`
            : 'Saved with the workflow.'
        }
        error={isJson ? undefined : NO_OBJECT}
        language="json"
        readOnly={readOnly && chosen !== undefined}
        value={payload}
        onChange={setPayload}
      />
      <Group gap="xs">
        {button('Save as sample data…', () => setAsked('add'), !isJson || all.length >= MAX_SAMPLES)}
        {reset && (
          <Button variant="default" size="compact-sm" onClick={reset}>
            Use the example
          </Button>
        )}
        {chosen !== undefined && button('Rename…', () => setAsked('rename'))}
        {chosen !== undefined && button('Delete sample data', remove)}
      </Group>
      {asked && (
        <NameDialog
          title={asked === 'add' ? 'Save as sample data' : `Rename ${chosen}`}
          former={asked === 'rename' ? chosen : undefined}
          samples={samples}
          onClose={() => setAsked(undefined)}
          onName={asked === 'add' ? add : rename}
        />
      )}
    </Stack>
  );
}

interface NameDialogProps {
  title: string;
  former: string | undefined;
  samples: Samples;
  onClose: () => void;
  onName: (name: string) => void;
}

function NameDialog({ title, former, samples: { all }, onClose, onName }: NameDialogProps) {
  useFocusBack();
  const [name, setName] = useState(former ?? '');
  const [isSent, setSent] = useState(false);
  const problem = nameProblem(name, all, former);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (problem !== undefined) return;
    onName(name);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its beginning is not that of the page, which is what a banner is.
      attributes={{ header: { role: 'presentation' } }}
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            placeholder="Long order"
            value={name}
            error={isSent ? problem : undefined}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit">Save</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
