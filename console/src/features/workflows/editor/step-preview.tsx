import { Alert, Button, Collapse, Paper, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { api, responseOf } from '../../../api/client';
import { query } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { ContentNotes } from '../../../ui/content-notes';
import { directionOf } from '../../../../../libs/rendering/direction';
import { EMAIL, FrameSwitch } from '../../../ui/frames/frame-switch';
import { MessageFrame } from '../../../ui/frames/message-frame';
import { profileOf, usePerson } from '../../../ui/person-chooser';
import { ProblemAlert } from '../../../ui/states';
import { schemaOf, type VariableSchema, withMore } from '../../../ui/variable-options';
import { brandRead } from '../../brand/brand-read';
import type { DraftStep, Workflow } from '../draft';
import { isMessage } from '../kinds';
import { PreviewBar } from './preview-bar';
import { SamplePayload } from './samples/sample-payload';
import { payloadOf, type TestData } from './test-data';
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
  readOnly: boolean;
  /** Told the variables that the step may use. */
  onVariables: (known: Known) => void;
}

/** What the step would deliver to a person, while it is typed. */
export function StepPreview({ workflow, step, unsavedTexts, test, readOnly, onVariables }: StepPreviewProps) {
  const { workflowId } = workflow;
  const environment = useEnvironment();
  const person = usePerson(test.person);
  const sender = useSenderName();
  const payload = payloadOf(test.samples.payload);
  const [showsPayload, shown] = useDisclosure();
  const subscriber = { ...(person && profileOf(person)), ...(test.language && { locale: test.language }) };
  const body = {
    type: step.type,
    controlValues: step.controlValues as never,
    previewPayload: { payload: payload ?? {}, subscriber, ...(unsavedTexts && { t: unsavedTexts }) },
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
  const locale = seen?.result.locale;
  const { texts: stored, locales } = useTexts(workflow, locale);
  const texts = unsavedTexts ?? stored;
  const known = useMemo(() => {
    if (!seen) return undefined;
    const { payload, env } = seen.previewPayloadExample;
    const examples = schemaOf({ payload: payload ?? {}, env: env ?? {}, t: texts ?? {} });
    return { variables: withMore(seen.schema, examples), samples: { ...seen.previewPayloadExample, t: texts } };
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
        <PreviewBar test={test} locales={locales} locale={locale} />
        {isMessage(step.type) && (
          <FrameSwitch
            search={test.frame}
            onChange={test.setFrame}
            frames={step.type === 'email' ? EMAIL : undefined}
          />
        )}
        {preview.error && <ProblemAlert error={preview.error} />}
        {seen?.result.error && (
          <Alert role="alert" color="red" variant="outline" title={seen.result.error.title}>
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {seen.result.error.message.replace(/ must have content$/, ' is required')}
            </Text>
            <Text size="sm">{seen.result.error.hint}</Text>
          </Alert>
        )}
        {seen?.result.preview && !preview.error && (
          <MessageFrame result={seen.result} search={test.frame} dir={directionOf(locale)} sender={sender} />
        )}
        {seen && !preview.error && <ContentNotes cuts={seen.result.cuts} hints={seen.result.hints} />}
        <UsedTexts workflow={workflow} step={step} texts={texts} locale={locale} />
        <div>
          <Button variant="subtle" size="compact-sm" onClick={shown.toggle} aria-expanded={showsPayload}>
            {showsPayload ? 'Hide payload' : 'Edit payload'}
          </Button>
        </div>
        <Collapse expanded={showsPayload}>
          {showsPayload && <SamplePayload samples={test.samples} readOnly={readOnly} />}
        </Collapse>
      </Stack>
    </Paper>
  );
}

/** Who sends, as phones and inboxes name it: the brand. */
function useSenderName(): string {
  const brand = useQuery(query(brandRead, useEnvironment()));
  return brand.data?.data.name ?? 'Your app';
}
