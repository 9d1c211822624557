import { Alert, Button, Collapse, Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api, responseOf } from '../../../api/client';
import { useEnvironment } from '../../../api/session';
import { CodeEditor } from '../../../ui/code-editor';
import { ContentNotes } from '../../../ui/content-notes';
import { MessageContent } from '../../../ui/message-content';
import { PersonChooser, profileOf, usePerson } from '../../../ui/person-chooser';
import { ProblemAlert } from '../../../ui/states';
import { schemaOf, type VariableSchema, withMore } from '../../../ui/variable-options';
import type { DraftStep, Workflow } from '../draft';
import { NO_OBJECT, payloadOf, type TestData } from './test-data';
import { useTexts } from './use-texts';
import { UsedTexts } from './used-texts';

const TYPING_MS = 300;

/** The variables of a step, and what the preview has for them. */
export interface Known {
  variables: VariableSchema;
  samples: unknown;
}

interface StepPreviewProps {
  workflow: Workflow;
  step: DraftStep;
  /** Texts of the default language that are not saved yet. */
  unsavedTexts: Record<string, unknown> | undefined;
  test: TestData;
  /** Told the variables that the step may use. */
  onVariables: (known: Known) => void;
}

/** What the step would deliver to a person, while it is typed. */
export function StepPreview({ workflow, step, unsavedTexts, test, onVariables }: StepPreviewProps) {
  const { workflowId } = workflow;
  const environment = useEnvironment();
  const person = usePerson(test.person);
  const { texts, locale } = useTexts(workflow, person?.locale ?? undefined) ?? {};
  const payload = payloadOf(test.payload);
  const [showsPayload, shown] = useDisclosure();
  const subscriber = person && profileOf(person);
  const body = {
    type: step.type,
    controlValues: step.controlValues as never,
    previewPayload: {
      payload: payload ?? {},
      ...(subscriber && { subscriber }),
      ...(unsavedTexts && { t: unsavedTexts }),
    },
  };
  const [text] = useDebouncedValue(JSON.stringify(body), TYPING_MS);
  const preview = useQuery({
    queryKey: [environment.id, 'previews', workflowId, step.stepId, text],
    queryFn: ({ signal }) =>
      responseOf(
        api(environment).POST('/v2/workflows/{workflowId}/step/{stepId}/preview', {
          params: { path: { workflowId, stepId: step.stepId || 'new' } },
          body: JSON.parse(text) as typeof body,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const seen = preview.data?.data;
  const known = useMemo(() => {
    if (!seen) return undefined;
    const { payload, env } = seen.previewPayloadExample;
    const examples = schemaOf({ payload: payload ?? {}, env: env ?? {}, t: texts ?? {} });
    return { variables: withMore(seen.schema, examples), samples: seen.previewPayloadExample };
  }, [seen, texts]);
  useEffect(() => {
    if (known) onVariables(known);
  }, [known, onVariables]);
  return (
    <Paper withBorder p="md" component="section" aria-label="Preview" aria-busy={preview.isFetching}>
      <Stack gap="sm">
        <Title order={2} size="h5">
          Preview
        </Title>
        <PersonChooser label="Preview as" value={test.person} onChange={test.setPerson} />
        {preview.error && <ProblemAlert error={preview.error} />}
        {seen?.result.error && (
          <Alert role="alert" color="red" variant="outline" title={seen.result.error.title}>
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {seen.result.error.message}
            </Text>
            <Text size="sm">{seen.result.error.hint}</Text>
          </Alert>
        )}
        {seen?.result.preview && !preview.error && (
          <MessageContent type={seen.result.type} content={seen.result.preview} />
        )}
        {seen && !preview.error && <ContentNotes {...seen.result} />}
        <UsedTexts workflow={workflow} step={step} texts={texts} locale={locale} />
        <div>
          <Button variant="subtle" size="compact-sm" onClick={shown.toggle} aria-expanded={showsPayload}>
            {showsPayload ? 'Hide payload' : 'Edit payload'}
          </Button>
        </div>
        <Collapse expanded={showsPayload}>
          {showsPayload && (
            <CodeEditor
              label="Payload"
              description="Missing values are filled with examples."
              error={payload ? undefined : NO_OBJECT}
              language="json"
              value={test.payload}
              onChange={test.setPayload}
            />
          )}
        </Collapse>
      </Stack>
    </Paper>
  );
}
