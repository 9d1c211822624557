import { Group, NativeSelect, Paper, Stack, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { query } from '../../../api/read';
import { useEnvironment } from '../../../api/session';
import { TextLink } from '../../../ui/links';
import { PermittedButton } from '../../../ui/permitted';
import { Time } from '../../../ui/time';
import type { Workflow } from '../draft';
import { tagList } from '../reads';
import { useArchiving } from '../states';
import { DeleteWorkflow } from './delete-workflow';
import { ExtractTexts } from './extract-texts';
import { ExpiryField } from './expiry-field';
import { type FieldGoal, useFieldFocus } from './field-focus';
import { KindFields, withTags } from './kind-fields';
import type { DraftState } from './use-draft';

interface TabProps {
  workflow: Workflow;
  state: DraftState;
  readOnly: boolean;
  /** The field that a finding leads to. */
  goal: FieldGoal | undefined;
}

const SEVERITIES = [
  { value: 'none', label: 'None' },
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
];

const QUIET_HOURS = [
  { value: 'skip', label: 'Skip messages' },
  { value: 'hold', label: 'Hold messages until they end' },
];

/** What a workflow is called, and what applies to all of its steps. */
export function SettingsTab({ workflow, state, readOnly, goal }: TabProps) {
  const { draft, change } = state;
  const form = useRef<HTMLDivElement>(null);
  useFieldFocus(form, goal?.stepId === undefined ? goal : undefined);
  const archiving = useArchiving(workflow);
  const environment = useEnvironment();
  const tags = useQuery(query(tagList(environment.id), environment)).data?.data ?? [];
  return (
    <Stack maw={760}>
      <Paper ref={form} withBorder p="md" tabIndex={-1}>
        <Stack>
          <TextInput
            label="Name"
            data-field="name"
            required
            value={draft.name}
            readOnly={readOnly}
            autoComplete="off"
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <Textarea
            label="Description"
            description="When it is sent, and to whom."
            autosize
            value={draft.description}
            readOnly={readOnly}
            onChange={({ currentTarget }) => change({ description: currentTarget.value })}
          />
          <TagsInput
            label="Tags"
            description="For search and inbox tabs. Press Enter after each."
            data={tags.map(({ name }) => name)}
            value={draft.tags}
            readOnly={readOnly}
            onChange={(next) => change(withTags(next, draft))}
          />
          <Stack data-field="kind">
            <KindFields draft={draft} readOnly={readOnly} warning={warningAbout(workflow)} onChange={change} />
          </Stack>
          <NativeSelect
            label="Severity"
            description="Inboxes sort and color by it."
            data={SEVERITIES}
            value={draft.severity}
            disabled={readOnly}
            onChange={({ currentTarget }) => change({ severity: currentTarget.value as Workflow['severity'] })}
          />
          <NativeSelect
            label="Quiet hours"
            description="What happens in the quiet hours of a subscriber. In-app messages and critical workflows ignore them."
            data={QUIET_HOURS}
            value={draft.quietHours}
            disabled={readOnly}
            onChange={({ currentTarget }) => change({ quietHours: currentTarget.value as Workflow['quietHours'] })}
          />
          <ExpiryField value={draft.expiresIn} readOnly={readOnly} onChange={(expiresIn) => change({ expiresIn })} />
          <Switch
            label="Localization"
            description="Texts of the form {{t.greeting}} are looked up in the language of each person."
            checked={draft.isTranslationEnabled}
            disabled={readOnly}
            onChange={({ currentTarget }) => change({ isTranslationEnabled: currentTarget.checked })}
          />
          <ExtractTexts workflow={workflow} state={state} readOnly={readOnly} />
          {workflow.isTranslationEnabled && (
            <Text size="sm">
              <TextLink
                to="/translations/$resourceType/$resourceId"
                params={{ resourceType: 'workflow', resourceId: workflow.workflowId }}
                size="sm"
              >
                Translations of this workflow
              </TextLink>
            </Text>
          )}
          <Switch
            label="Strict variables"
            description="A step fails if a variable is missing. Otherwise the variable is left empty."
            checked={draft.strictVariables}
            disabled={readOnly}
            onChange={({ currentTarget }) => change({ strictVariables: currentTarget.checked })}
          />
        </Stack>
      </Paper>
      <Text size="sm" c="dimmed">
        Created <Time at={workflow.createdAt} /> · Updated <Time at={workflow.updatedAt} />
        {workflow.updatedBy && ` by ${nameOf(workflow.updatedBy)}`}
        {workflow.lastTriggeredAt && ' · Last trigger '}
        <Time at={workflow.lastTriggeredAt} />
        {workflow.lastPublishedAt && ' · Published '}
        <Time at={workflow.lastPublishedAt} />
      </Text>
      <Group gap="xs">
        <PermittedButton
          permission="workflows:write"
          variant="default"
          size="xs"
          loading={archiving.isPending}
          onClick={archiving.run}
        >
          {workflow.archived ? 'Restore workflow' : 'Archive workflow'}
        </PermittedButton>
        <DeleteWorkflow workflow={workflow} />
      </Group>
    </Stack>
  );
}

function nameOf({ firstName, lastName }: { firstName?: string | null; lastName?: string | null }): string {
  return [firstName, lastName].filter((part) => part).join(' ') || 'unknown';
}

function warningAbout({ issues }: Workflow): string | undefined {
  const message = issues?.['kind']?.['message'];
  return typeof message === 'string' ? message : undefined;
}
