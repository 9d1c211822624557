import { Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { CodeEditor } from '../../../ui/code-editor';
import { schemaOf } from '../../../ui/variable-options';
import type { Workflow } from '../draft';
import classes from './editor.module.css';
import { NO_OBJECT, payloadOf, type TestData } from './test-data';
import type { DraftState } from './use-draft';

interface PayloadTabProps {
  workflow: Workflow;
  state: DraftState;
  readOnly: boolean;
  test: TestData;
}

/** What triggers of the workflow bring along, as JSON Schema, beside an example. */
export function PayloadTab({ workflow, state: { draft, change }, readOnly, test }: PayloadTabProps) {
  const example = payloadOf(test.payload);
  const isSchema = draft.payloadSchema.trim() === '' || payloadOf(draft.payloadSchema) !== undefined;
  const { payloadExample } = workflow;
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
            Example
          </Title>
          <Text size="sm" c="dimmed">
            Used by previews, simulations and code examples. It is not saved.
          </Text>
          <CodeEditor
            label="Example payload"
            error={example ? undefined : NO_OBJECT}
            language="json"
            value={test.payload}
            onChange={test.setPayload}
          />
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              disabled={readOnly || !example}
              onClick={() => change({ payloadSchema: JSON.stringify(schemaOf(example), null, 2) })}
            >
              Generate from example
            </Button>
            {payloadExample && (
              <Button
                variant="default"
                size="xs"
                onClick={() => test.setPayload(JSON.stringify(payloadExample, null, 2))}
              >
                Use example of the saved schema
              </Button>
            )}
          </Group>
        </Stack>
      </Paper>
    </div>
  );
}
