import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Facts } from '../../../ui/facts';
import { TextLink } from '../../../ui/links';
import type { DraftStep, Workflow } from '../draft';
import { textAt, textKeys } from './text-keys';

interface UsedTextsProps {
  workflow: Workflow;
  step: DraftStep;
  /** Those that the person of the preview reads. */
  texts: Record<string, unknown> | undefined;
  locale: string | undefined;
}

/** The translated texts that a step prints, and which of them are not there yet. */
export function UsedTexts({
  workflow: { workflowId, isTranslationEnabled },
  step,
  texts = {},
  locale,
}: UsedTextsProps) {
  const keys = textKeys(step.controlValues);
  if (!isTranslationEnabled || keys.length === 0) return null;
  return (
    <Stack gap={4} component="section" aria-label="Texts">
      <Title order={3} size="h6">
        {locale === undefined ? 'Texts' : `Texts in ${locale}`}
      </Title>
      <Facts
        facts={keys.map((key): [string, ReactNode] => [
          `t.${key}`,
          textAt(texts, key) ?? (
            <Text key={key} span size="sm" c="var(--mantine-color-error)">
              missing
            </Text>
          ),
        ])}
      />
      <TextLink
        to="/translations/$resourceType/$resourceId"
        params={{ resourceType: 'workflow', resourceId: workflowId }}
        size="sm"
      >
        In all languages
      </TextLink>
    </Stack>
  );
}
