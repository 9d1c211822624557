import { Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { CodeEditor } from '../../../ui/code-editor';
import { schemaOf } from '../../../ui/variable-options';
import classes from './editor.module.css';
import { SamplePayload } from './samples/sample-payload';
import { SampleSwitch } from './samples/sample-switch';
import { NO_OBJECT, payloadOf, type TestData } from './test-data';
import type { DraftState } from './use-draft';

interface PayloadTabProps {
  state: DraftState;
  readOnly: boolean;
  test: TestData;
}

/** What triggers of the workflow bring along, as JSON Schema, beside an example. */
export function PayloadTab({ state: { draft, change }, readOnly, test }: PayloadTabProps) {
  const example = payloadOf(test.samples.payload);
  const isSchema = draft.payloadSchema.trim() === '' || payloadOf(draft.payloadSchema) !== undefined;
  return (
    <div className={classes.halves}>
      <Paper withBorder p="md">
        <Stack>
          <CodeEditor
            label="Payload schema"
            description="JSON Schema. Editors suggest its variables and report unknown ones."
            error={isSchema ? undefined : NO_OBJECT}
            language="json"
            readOnly={readOnly}
            value={draft.payloadSchema}
            onChange={(payloadSchema) => change({ payloadSchema })}
          />
          <Switch
            label="Enforce schema"
            description="Reject triggers whose payload does not match the schema."
            checked={draft.validatePayload}
            disabled={readOnly}
            onChange={({ currentTarget }) => change({ validatePayload: currentTarget.checked })}
          />
        </Stack>
      </Paper>
      <Paper withBorder p="md">
        <Stack>
          <Title order={2} size="h5">
            Sample data
          </Title>
          <Text size="sm" c="dimmed">
            Used by previews, checks, tests, simulations and code examples.
          </Text>
          <SampleSwitch samples={test.samples} />
          <SamplePayload samples={test.samples} readOnly={readOnly} />
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              disabled={readOnly || !example}
              onClick={() => change({ payloadSchema: JSON.stringify(schemaOf(example), null, 2) })}
            >
              Generate from example
            </Button>
          </Group>
        </Stack>
      </Paper>
    </div>
  );
}
